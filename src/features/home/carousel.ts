// The home page's carousels. Each is a plain scrollable row until it is near the screen or touched; only then Swiper is loaded.
import type { Swiper } from 'swiper';

/** Distance from the screen at which a carousel starts. */
const NEAR = '300px';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const carousels = document.querySelectorAll<HTMLElement>('[data-carousel]');

/** Whether the shopper has scrolled before this script came. Read once, before anything is written: each time may cost a layout. */
const isScrolled = scrollY > 0;

for (const carousel of carousels) prepare(carousel);

function prepare(carousel: HTMLElement): void {
  let started: Promise<Swiper> | undefined;
  const start = () => {
    started ??= import('./start-carousel.ts').then(({ startCarousel }) => startCarousel(carousel, still));
    // Without a connection it stays a scrollable row; the next touch tries again.
    return started.catch((failure: unknown) => {
      started = undefined;
      console.warn('A carousel could not be loaded', failure);
    });
  };
  carousel.toggleAttribute('data-scripted', true);
  for (const type of ['pointerover', 'touchstart', 'focusin']) carousel.addEventListener(type, start, { passive: true });
  carousel.addEventListener('click', async ({ target }) => {
    const move = (target as Element).closest<HTMLElement>('[data-move]')?.dataset['move'];
    if (move === 'slideNext' || move === 'slidePrev') (await start())?.[move]();
  });
  const watch = () => whenNear(carousel, start);
  if (isScrolled) watch();
  else addEventListener('scroll', watch, { once: true, passive: true });
}

function whenNear(carousel: Element, start: () => void): void {
  const watch = new IntersectionObserver(
    ([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      start();
    },
    { rootMargin: NEAR },
  );
  watch.observe(carousel);
}
