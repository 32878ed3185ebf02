/** Hydrates the `client:intent` island around an element, now or as soon as the page has met it. */
export function hydrateIsland(inside: Element | null): void {
  const island = inside?.closest('astro-island');
  island?.setAttribute('data-wanted', '');
  island?.dispatchEvent(new Event('island:wanted'));
}

/** Fetches the code of the `client:intent` island around an element: it will soon be wanted. */
export function prefetchIsland(inside: Element | null): void {
  inside?.closest('astro-island')?.dispatchEvent(new Event('island:warm'));
}
