/**
 * The first picture comes first: where a page begins with one (`fetchpriority=high`), scripts and photos further down would share a slow line with it. Until
 * it is painted
 *
 * - the page's scripts are not fetched;
 * - on phones what follows the first screen (`below` in base.css) is not laid out, and its photos are not asked for.
 *
 * Nobody waits for it: a touch starts the scripts; a key, a scroll, a failure or two seconds end it. What follows is laid out at once where the browser returns to a place
 * further down, or where prebuilt products are about to be replaced (`data-pending`). Part of early.ts, so it must stay small.
 */

/** The longest wait after the page itself has arrived. */
const MAX_WAIT_MS = 2000;

/** Marks the page while it waits. */
const WAITING = 'data-first-picture';

/** How long painting a loaded picture takes where the browser does not report it: Safari before 26.2, and every browser for the placeholder. */
const PAINT_MS = 200;

/** Starts the page's scripts after its first picture. `scripts` are their addresses and, last, those of what they import, so that all come together. */
export function startAfterPicture(scripts: string[]): void {
  const page = document.documentElement;
  let isAsked = false;
  const start = () => {
    isAsked = true;
    if (document.readyState === 'loading') return;
    for (const src of scripts.splice(0)) addScript({ type: 'module', async: false, src });
  };
  const showAll = () => {
    page.removeAttribute(WAITING);
    start();
  };
  // A part in each frame: all at once would hold up the first taps on a cheap phone.
  const showNext = () => {
    start();
    const next = document.querySelector(`[${WAITING}] .below`);
    if (!next) return showAll();
    next.classList.remove('below');
    requestAnimationFrame(showNext);
  };

  const [{ type } = {} as PerformanceNavigationTiming] = performance.getEntriesByType(
    'navigation',
  ) as PerformanceNavigationTiming[];
  if (type === 'navigate' && !location.hash && !document.hidden) {
    page.setAttribute(WAITING, '');
    new PerformanceObserver((list) => {
      const paints = list.getEntries() as LargestContentfulPaint[];
      if (paints.some(({ element }) => element?.matches('[fetchpriority=high]'))) showNext();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    addEventListener('load', () => setTimeout(showNext, PAINT_MS));
    const soon = { capture: true, passive: true };
    for (const type of ['keydown', 'scroll', 'error']) addEventListener(type, showAll, soon);
    // Photos further down would hold up what was tapped. (A screen reader clicks without touching.)
    for (const type of ['pointerdown', 'click', 'input']) addEventListener(type, start, soon);
  }
  addEventListener('DOMContentLoaded', () => {
    const isWaiting = page.hasAttribute(WAITING) && !document.querySelector('[data-pending]');
    if (isAsked) start();
    setTimeout(showAll, isWaiting ? MAX_WAIT_MS : 0);
  });
}

/** Adds a script element that has these properties. */
export function addScript(properties: object): void {
  document.head.append(Object.assign(document.createElement('script'), properties));
}
