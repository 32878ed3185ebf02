import { Swiper } from 'swiper';
import { EffectCoverflow } from 'swiper/modules';
import type { SwiperOptions } from 'swiper/types';
import { hasKeyboardFocus } from './keyboard-focus.ts';

const SPEED_MS = 600;

/** One, two and three slides in view, at the widths and gaps that the row already has (shop.css). */
const ROW: SwiperOptions = {
  spaceBetween: 16,
  breakpoints: { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3, spaceBetween: 24 } },
};

/** One slide in the middle; its neighbours lean back beside it. */
const COVERFLOW: SwiperOptions = {
  modules: [EffectCoverflow],
  centeredSlides: true,
  effect: 'coverflow',
  coverflowEffect: { rotate: 18, stretch: 0, depth: 160, modifier: 1, slideShadows: false },
};

/** Sets a row of slides in motion. It moves on by itself while nobody looks closer, has paused it, or asked for reduced motion. */
export function startCarousel(carousel: HTMLElement, still: MediaQueryList): Swiper {
  const view = carousel.querySelector<HTMLElement>('.carousel-view');
  const row = view?.querySelector('.carousel-row');
  if (!view || !row) throw new Error('A carousel without a row');
  // It goes on from the slide that the row was pushed to.
  const pushedTo = Math.round((view.scrollLeft / row.scrollWidth) * row.childElementCount);
  view.scrollLeft = 0;
  const swiper = new Swiper(view, {
    ...(carousel.dataset['effect'] ? COVERFLOW : ROW),
    wrapperClass: 'carousel-row',
    slideClass: 'slide',
    initialSlide: pushedTo,
    loop: true,
    // A transition that the browser broke off must not block the next one.
    loopPreventsSliding: false,
    grabCursor: true,
    speed: still.matches ? 0 : SPEED_MS,
  });
  moveByItself(swiper, carousel, still);
  // The keyboard reaches slides that are out of view: they come to it.
  view.addEventListener('focusin', ({ target }) => showFocused(swiper, target as Element));
  return swiper;
}

function moveByItself(swiper: Swiper, carousel: HTMLElement, still: MediaQueryList): void {
  const every = Number(carousel.dataset['carousel']);
  const pause = carousel.querySelector<HTMLInputElement>('[data-pause]');
  let inView = false;
  new IntersectionObserver(([seen]) => {
    inView = seen?.isIntersecting ?? false;
  }).observe(carousel);
  const isHeld = () =>
    pause?.checked || still.matches || !inView || document.hidden || carousel.matches(':hover') || hasKeyboardFocus(carousel);

  let timer = 0;
  const restart = () => {
    clearInterval(timer);
    timer = window.setInterval(() => !isHeld() && swiper.slideNext(), every);
  };
  // Whoever moved it gets the whole time to look.
  swiper.on('slideChange', restart);
  restart();
}

function showFocused(swiper: Swiper, target: Element): void {
  const index = swiper.slides.findIndex((slide) => slide.contains(target));
  const { left = 0, right = 0 } = swiper.slides[index]?.getBoundingClientRect() ?? {};
  const view = swiper.el.getBoundingClientRect();
  if (index >= 0 && (left < view.left - 1 || right > view.right + 1)) swiper.slideTo(index);
}
