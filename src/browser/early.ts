/**
 * What runs before a page is painted and before any other script has come. It stands in every page, so it is kept small.
 *
 * - It judges the browser. Without the mark that it leaves, the page says how to order without the cart (ShopLayout.astro): scripts are
 *   switched off, or this one could not even be read.
 * - A tap on a button whose script is still under way is felt at once (`aria-busy`) and pressed again as soon as that is there, once.
 *   Links, and whatever works without script, are left alone.
 * - Whatever fails without anybody noticing is said in words.
 */
const page = document.documentElement;
const held: HTMLElement[] = [];
let isReady = false;

// The oldest of `browserslist` in package.json have these; what is older cannot read the shop's scripts.
if ('noModule' in HTMLScriptElement.prototype && 'replaceChildren' in page && 'WeakRef' in window && 'DisplayNames' in Intl) {
  page.setAttribute('data-supported', '');
  if (!location.pathname.startsWith('/admin')) startHolding();
  addEventListener('error', tellOfError, true);
  addEventListener('unhandledrejection', ({ reason }) => isOurs(reason?.stack) && reason.name !== 'AbortError' && tell());
  addEventListener('astro:hydration-error', tell);
  addEventListener('shop:failure', tell);
}

// For Base UI, in Chrome 90 to 92.
if (!Object.hasOwn) Object.hasOwn = (object, key) => Reflect.getOwnPropertyDescriptor(object, key) !== undefined;

function startHolding(): void {
  addEventListener('click', hold, true);
  addEventListener('shop:ready', () => {
    if ('showModal' in document.createElement('dialog')) return handOver();
    const script = document.createElement('script');
    script.src = document.body.getAttribute('data-dialogs') || '';
    script.onload = handOver;
    document.head.append(script);
  });
}

function hold(event: Event): void {
  const button = (event.target as Element).closest<HTMLButtonElement>('[data-action], [data-open-menu]');
  // Newer browsers open the menu by themselves.
  if (isReady || !button || button.commandForElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (held.includes(button)) return;
  held.push(button);
  button.setAttribute('aria-busy', 'true');
}

function handOver(): void {
  isReady = true;
  for (const button of held.splice(0)) {
    button.removeAttribute('aria-busy');
    button.click();
  }
}

function tellOfError({ target, filename }: ErrorEvent): void {
  if (target instanceof HTMLScriptElement ? isOurs(target.src) : isOurs(filename)) tell();
}

/** Not the scripts that the browsers inside of other apps put into pages. */
function isOurs(source: string | undefined): boolean {
  return `${source}`.includes('/_astro/');
}

function tell(): void {
  const words = document.querySelector<HTMLElement>('#error-notice');
  if (!words) return;
  for (const button of held.splice(0)) button.removeAttribute('aria-busy');
  (document.querySelector('dialog[open]') || document.body).append(words);
  words.hidden = false;
  const reload = words.querySelector('button');
  if (reload) reload.onclick = () => location.reload();
}
