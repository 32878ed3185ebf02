/**
 * Runs in the head of every page, before the first paint and before any other script. Inlined, so it must stay small.
 *
 * - Marks the page (`data-supported`) if the browser can run the shop. Without the mark the page says how to order without the
 *   cart (NoScriptNotice.astro): scripts are off, or the browser is too old.
 * - Holds taps on buttons whose script has not loaded yet (`aria-busy`), and clicks each once it has. Links and submit
 *   buttons work without script and are left alone, except links around photos, which would leave the page.
 * - Starts the scripts of a page that begins with a picture after that picture (first-picture.ts).
 * - Shows a notice when a script fails, which nobody would notice otherwise, and loads what tells the shop of it (report.ts).
 * - Over a slow connection, lets photos further down come in smaller sizes. Those at the top are on their way before any script runs; they are
 *   smaller from the second page on, by the service worker.
 * - Marks a page that opens with a cart (`data-cart`), so that the checkout shows its steps, or that there is nothing to order, from the start.
 * - Fetches the fonts when the scripts have run, since they would share a slow line; fonts.css shows them from then on, with `data-fonts`.
 */
import { addScript, startAfterPicture } from './first-picture.ts';
import { isSlowConnection, narrowSrcset } from './slow-connection.ts';

const page = document.documentElement;
const isAdmin = location.pathname.startsWith('/admin');
const held: HTMLElement[] = [];
let isReady = false;
/** Failures that were told of: a page that fails on and on is heard of once. */
let told = 0;

/** What the page was built from: a constant of the build. */
declare const RELEASE: string;

/** Storage key: this browser has the fonts. */
const FONTS = 'fonts_v1';

// The oldest browsers of `browserslist` have these; older ones cannot run the shop's scripts.
if ('noModule' in HTMLScriptElement.prototype && 'replaceChildren' in page && 'WeakRef' in window && 'DisplayNames' in Intl) {
  page.setAttribute('data-supported', '');
  const names = document.querySelector<HTMLMetaElement>('[name=scripts]');
  markStored();
  // First, so that it sees taps before they are held.
  if (names) startAfterPicture(names.content.split(' '));
  if (!isAdmin) startHoldingTaps();
  addEventListener('error', onScriptError, true);
  addEventListener(
    'unhandledrejection',
    (event) => isOurs(Object(event.reason).stack) && event.reason.name !== 'AbortError' && showErrorNotice(event),
  );
  addEventListener('astro:hydration-error', showErrorNotice);
  addEventListener('shop:failure', showErrorNotice);
}

if (isSlowConnection()) new MutationObserver(shrinkPhotos).observe(page, { childList: true, subtree: true });

function shrinkPhotos(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
    const parent = image.parentElement as HTMLElement;
    for (const source of parent.querySelectorAll<HTMLImageElement | HTMLSourceElement>('source, img')) {
      const srcset = narrowSrcset(source.srcset);
      if (srcset !== source.srcset) source.srcset = srcset;
    }
  }
}

/** Marks what this browser has. Shows the fonts from the start where an earlier page has fetched them, and otherwise as soon as both have come. */
function markStored(): void {
  try {
    if (/{/.test(localStorage['cart_v1'])) page.setAttribute('data-cart', '');
    if (localStorage.getItem(FONTS)) {
      page.setAttribute('data-fonts', '');
      return;
    }
  } catch {
    // Without storage every page counts as the first.
  }
  addEventListener(isAdmin ? 'load' : 'shop:ready', async () => {
    try {
      await Promise.all(['1em "Inter Variable"', '500 1em "Cormorant Garamond"'].map((font) => document.fonts.load(font)));
      page.setAttribute('data-fonts', '');
      localStorage.setItem(FONTS, '1');
    } catch {
      // Not loaded, or not stored: the next page tries again.
    }
  });
}

function startHoldingTaps(): void {
  addEventListener('click', holdTap, true);
  addEventListener('shop:ready', () => {
    if ('showModal' in document.createElement('dialog')) return replayTaps();
    addScript({ src: document.body.getAttribute('data-dialogs') || '', onload: replayTaps });
  });
}

function holdTap(event: Event): void {
  const button = (event.target as Element).closest<HTMLButtonElement>(
    '[data-action], [data-zoom], button[type=button], astro-island[ssr] button',
  );
  // Newer browsers open the menu without script.
  if (isReady || !button || button.commandForElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (held.includes(button)) return;
  held.push(button);
  button.setAttribute('aria-busy', 'true');
}

function replayTaps(): void {
  isReady = true;
  for (const button of held.splice(0)) {
    button.removeAttribute('aria-busy');
    button.click();
  }
}

function onScriptError(event: ErrorEvent): void {
  const { target } = event;
  if (isOurs(target instanceof HTMLScriptElement ? target.src : event.filename)) showErrorNotice(event);
}

/** Leaves out scripts that in-app browsers inject. */
function isOurs(source: string | undefined): boolean {
  return `${source}`.includes('/_astro/');
}

function showErrorNotice(failure: Event): void {
  if (told++ < 3) addScript({ src: `/report.js?${RELEASE}`, failure });
  const notice = document.querySelector<HTMLElement>('#error-notice');
  if (!notice) return;
  isReady = true;
  for (const button of held.splice(0)) button.removeAttribute('aria-busy');
  (document.querySelector('dialog[open]') || document.body).append(notice);
  notice.hidden = false;
  const reload = notice.querySelector('button');
  if (reload) reload.onclick = () => location.reload();
}
