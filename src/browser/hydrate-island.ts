/** Hydrates the `client:intent` island around an element; if its directive has not run yet, as soon as it does. */
export function hydrateIsland(inside: Element | null): void {
  const island = inside?.closest('astro-island');
  island?.setAttribute('data-hydrate', '');
  island?.dispatchEvent(new Event('island:hydrate'));
}

/** Fetches the code of the `client:intent` island around an element ahead of hydration. */
export function prefetchIsland(inside: Element | null): void {
  inside?.closest('astro-island')?.dispatchEvent(new Event('island:prefetch'));
}
