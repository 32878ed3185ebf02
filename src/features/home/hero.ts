// The hero is animated by CSS alone (home.css). This pauses it between fades and adds swiping.

import { hasKeyboardFocus } from './keyboard-focus.ts';

/** A slide stays for 5 s and fades during the last one. */
const SLIDE_MS = 5_000;
const FADE_FROM_MS = 4_000;

/** Sideways distance that counts as a swipe. */
const SWIPE_PX = 40;

const hero = document.querySelector<HTMLElement>('.hero');
if (hero) {
  holdWhole(hero);
  changeBySwipe(hero);
}

/** Pauses the hero while it is hovered, has keyboard focus or is switched to pause; a running fade finishes first. */
function holdWhole(hero: HTMLElement): void {
  hero.toggleAttribute('data-scripted', true);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(waiting);
    const moving = hero.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSAnimation);
    if (!hero.matches(':hover') && !hasKeyboardFocus(hero) && !hero.querySelector('[data-pause]:checked')) {
      for (const animation of moving) animation.play();
      return;
    }
    const shownFor = Number(moving[0]?.currentTime ?? 0) % SLIDE_MS;
    const pause = () => {
      for (const animation of moving) animation.pause();
    };
    if (shownFor < FADE_FROM_MS) pause();
    else waiting = setTimeout(pause, SLIDE_MS - shownFor);
  };
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout', 'change'])
    hero.addEventListener(type, () => setTimeout(settle));
  settle();
}

function changeBySwipe(hero: HTMLElement): void {
  let from = 0;
  const start = ({ touches }: TouchEvent) => {
    from = touches[0]?.clientX ?? 0;
  };
  hero.addEventListener('touchstart', start, { passive: true });
  hero.addEventListener('touchend', ({ changedTouches }) => {
    const way = (changedTouches[0]?.clientX ?? from) - from;
    if (Math.abs(way) < SWIPE_PX) return;
    const slides = [...hero.querySelectorAll('.hero-slide')];
    const bullets = hero.querySelectorAll<HTMLInputElement>('.hero-bullet');
    const shown = slides.findIndex((slide) => Number(getComputedStyle(slide).opacity) > 0.5);
    const bullet = bullets[(shown + (way < 0 ? 1 : slides.length - 1)) % slides.length];
    if (bullet) bullet.checked = true;
  });
}
