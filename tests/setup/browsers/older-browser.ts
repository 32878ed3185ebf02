import type { Page } from '@playwright/test';

/**
 * Takes from a page's browser what is newer than the oldest that can buy (`browserslist` in package.json), before any script runs.
 * Dialogs, too: Safari 14 and Firefox 88 have none.
 */
export async function makeOlder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const take = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    take(Array.prototype, 'at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with');
    take(String.prototype, 'at', 'isWellFormed', 'toWellFormed');
    for (const set of [Set.prototype])
      take(set, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
    take(Object, 'hasOwn', 'groupBy');
    take(Map, 'groupBy');
    take(Array, 'fromAsync');
    take(Promise, 'withResolvers', 'try');
    take(AbortSignal, 'timeout', 'any', 'abort');
    take(AbortSignal.prototype, 'throwIfAborted', 'reason');
    take(URL, 'canParse', 'parse');
    take(URLSearchParams.prototype, 'size');
    take(Crypto.prototype, 'randomUUID');
    take(HTMLElement.prototype, 'inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover');
    take(HTMLButtonElement.prototype, 'commandForElement', 'command');
    take(HTMLFormElement.prototype, 'requestSubmit');
    take(Element.prototype, 'checkVisibility', 'moveBefore', 'setHTMLUnsafe', 'startViewTransition');
    take(Document.prototype, 'startViewTransition');
    take(
      window,
      'structuredClone',
      'requestIdleCallback',
      'scheduler',
      'Iterator',
      'BroadcastChannel',
      'OffscreenCanvas',
      'navigation',
    );
    take(Navigator.prototype, 'locks');
    take(HTMLDialogElement.prototype, 'showModal', 'show', 'close', 'open', 'requestClose', 'closedBy', 'returnValue');
    // A selector that is not known throws.
    for (const method of ['matches', 'closest', 'querySelector', 'querySelectorAll'] as const) {
      for (const owner of [Element.prototype, Document.prototype] as object[]) {
        const asked = Reflect.get(owner, method);
        if (!asked) continue;
        Reflect.set(owner, method, function (this: unknown, selector: string) {
          if (/:has\(|:focus-visible/.test(selector))
            throw new DOMException(`${selector} is not a valid selector`, 'SyntaxError');
          return asked.call(this, selector);
        });
      }
    }
    // `addEventListener` without the signal that ends it.
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      add.call(this, type, listener, typeof options === 'object' ? { ...options, signal: undefined as never } : options);
    };
  });
}
