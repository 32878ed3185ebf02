import { Swiper } from 'swiper';
import { EffectCoverflow } from 'swiper/modules';
import type { SwiperOptions } from 'swiper/types';
import { hasKeyboardFocus } from './keyboard-focus.ts';

const SPEED_MS = 600;

/** One, two or three slides in view, with the widths and gaps of the static row (shop.css). */
const ROW: SwiperOptions = {
  spaceBetween: 16,
  breakpoints: { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3, spaceBetween: 24 } },
};

/** One slide in the middle, its neighbours tilted. */
const COVERFLOW: SwiperOptions = {
  modules: [EffectCoverflow],
  centeredSlides: true,
  // One more than is seen, so that a neighbour stands on both sides while it moves.
  loopAdditionalSlides: 1,
  effect: 'coverflow',
  coverflowEffect: { rotate: 18, stretch: 0, depth: 160, modifier: 1, slideShadows: false },
};

/** Turns a row of slides into a Swiper. It moves by itself unless hovered, focused, paused, or with reduced motion. */
export function startCarousel(carousel: HTMLElement, still: MediaQueryList): Swiper {
  const view = carousel.querySelector<HTMLElement>('.carousel-view');
  const row = view?.querySelector('.carousel-row');
  if (!view || !row) throw new Error('A carousel without a row');
  // Starts at the slide the row was scrolled to.
  const pushedTo = Math.round((view.scrollLeft / row.scrollWidth) * row.childElementCount);
  view.scrollLeft = 0;
  if (carousel.dataset['effect']) repeatSlides(row);
  const swiper = new Swiper(view, {
    ...(carousel.dataset['effect'] ? COVERFLOW : ROW),
    wrapperClass: 'carousel-row',
    slideClass: 'slide',
    initialSlide: pushedTo,
    loop: true,
    // An interrupted transition must not block the next one.
    loopPreventsSliding: false,
    grabCursor: true,
    speed: still.matches ? 0 : SPEED_MS,
  });
  moveByItself(swiper, carousel, still);
  // Keyboard focus can reach slides out of view: scroll them in.
  view.addEventListener('focusin', ({ target }) => showFocused(swiper, target as Element));
  return swiper;
}

/** Swiper needs five slides to have a neighbour on both sides of each: a second round for the eye, which nobody else meets twice. */
function repeatSlides(row: Element): void {
  const copies = [...row.children].map((slide) => slide.cloneNode(true) as HTMLElement);
  for (const copy of copies) {
    copy.setAttribute('aria-hidden', 'true');
    for (const link of copy.querySelectorAll('a')) link.tabIndex = -1;
  }
  row.append(...copies);
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
  // A manual move restarts the interval.
  swiper.on('slideChange', restart);
  restart();
}

function showFocused(swiper: Swiper, target: Element): void {
  const index = swiper.slides.findIndex((slide) => slide.contains(target));
  const { left = 0, right = 0 } = swiper.slides[index]?.getBoundingClientRect() ?? {};
  const view = swiper.el.getBoundingClientRect();
  if (index >= 0 && (left < view.left - 1 || right > view.right + 1)) swiper.slideTo(index);
}
