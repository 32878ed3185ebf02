/** Hydrates the `client:intent` island around an element, now or as soon as its directive has run. */
export function hydrateIsland(inside: Element | null): void {
  const island = inside?.closest('astro-island');
  island?.setAttribute('data-hydrate', '');
  island?.dispatchEvent(new Event('island:hydrate'));
}

/** Fetches the code of the `client:intent` island around an element ahead of hydration. */
export function prefetchIsland(inside: Element | null): void {
  inside?.closest('astro-island')?.dispatchEvent(new Event('island:prefetch'));
}
