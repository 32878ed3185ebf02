// A prebuilt grid holds the first products. When its end comes near, the island around it wakes and brings the rest.
import { wantIsland } from '#client/island-wish.ts';

const end = document.querySelector('astro-island[ssr] [data-grid-end]');

if (end) {
  const near = new IntersectionObserver(([at]) => at?.isIntersecting && wantIsland(end), { rootMargin: '600px' });
  // Not before the shopper scrolls: a short grid has its end in sight at once.
  window.addEventListener('scroll', () => near.observe(end), { once: true, passive: true });
}
