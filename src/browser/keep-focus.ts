/*
 * The focus never falls to the page. When what has it is removed, hidden or disabled, it goes to what stands there now, else to a neighbour, else to the
 * title of the part around it. Whoever knows a better place moves it at once, and it is left there. Loaded with the first touch of a page.
 */

/** No text fields: a phone would open its keyboard. */
const TARGETS =
  'a[href], button:enabled, summary, [type=radio]:enabled, [type=checkbox]:enabled, [type=file]:enabled, select:enabled, [tabindex="0"]';

/** What is looked for in one of these is not looked for beyond it, if it has a title. */
const PARTS = 'dialog, form, section, article, main';

/** Until a component that moves the focus itself has done so. */
const WAIT_MS = 100;

interface Place {
  element: Element;
  /** What is around it, the innermost first. */
  around: Element[];
  /** What could have the focus before it, the nearest first. */
  before: Element[];
}

let last: Place | undefined;
/** Where the focus was before it went into a dialog. */
let outside: Place | undefined;
/** A button that is busy gets the focus back. */
let isBusy = false;
let willCheck = false;

document.addEventListener('focusin', ({ target }) => remember(target as Element));
document.addEventListener('focusout', () => setTimeout(forgetLeft));
new MutationObserver(checkLater).observe(document.body, {
  subtree: true,
  childList: true,
  attributeFilter: ['disabled', 'hidden', 'open', 'class'],
});
document.addEventListener('close', checkLater, true);
if (document.activeElement && !isNowhere()) remember(document.activeElement);

function remember(element: Element): void {
  const dialog = element.closest('dialog');
  if (!dialog) outside = undefined;
  else if (last && !last.around.includes(dialog)) outside = last;
  const targets = [...document.querySelectorAll(TARGETS)];
  const before = targets.filter((other) => other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  isBusy = false;
  last = { element, around: ancestorsOf(element), before: before.reverse() };
}

/** Who presses beside everything wants the focus nowhere. */
function forgetLeft(): void {
  if (last && isNowhere() && isUsable(last.element)) last = undefined;
}

function checkLater(): void {
  if (!last || willCheck) return;
  willCheck = true;
  setTimeout(check, WAIT_MS);
}

function check(): void {
  willCheck = false;
  if (!last || !isNowhere()) return;
  const dialog = last.around.find(({ localName }) => localName === 'dialog');
  const { element, around, before } = (dialog && !isUsable(dialog) && outside) || last;
  if (isUsable(element)) {
    if (isBusy || element !== last.element) focus(element);
    return;
  }
  const isDisabled = element.isConnected && element.matches(':disabled');
  if (isDisabled) {
    isBusy = true;
    // A stepper at its end; what sends a form comes back.
    const beside = element.matches('[type=submit]') ? undefined : neighbourIn(element.parentElement as Element, before);
    if (beside) focus(beside);
    return;
  }
  for (const part of around) {
    if (!part.isConnected) continue;
    const found = neighbourIn(part, before) ?? (part.matches(PARTS) ? titleOf(part) : undefined);
    if (found && focus(found)) return;
  }
}

/** What follows the nearest one before the gap, or that one. */
function neighbourIn(part: Element, before: Element[]): Element | undefined {
  const targets = [...part.querySelectorAll(TARGETS)].filter(isUsable);
  const nearest = before.find((one) => targets.includes(one));
  return nearest ? (targets[targets.indexOf(nearest) + 1] ?? nearest) : targets[0];
}

function titleOf(part: Element): Element | undefined {
  const title = [...part.querySelectorAll('h1, h2, h3, legend')].find(isUsable);
  if (title && !title.hasAttribute('tabindex')) title.setAttribute('tabindex', '-1');
  return title;
}

function focus(element: Element): boolean {
  (element as HTMLElement).focus();
  return document.activeElement === element;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
}

/** Not `checkVisibility`, which older browsers lack. */
function isUsable(element: Element): boolean {
  return (
    element.getClientRects().length > 0 && !element.matches(':disabled') && getComputedStyle(element).visibility === 'visible'
  );
}

function ancestorsOf({ parentElement }: Element): Element[] {
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
