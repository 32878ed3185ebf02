import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import { orderPagePath, trackPath } from '#domain/orders/page-link.ts';

type PageKeys = Record<string, string>;

const MAX_KEYS = 50;

/**
 * The keys of the pages of orders placed on this device, by order number, the latest last. Apart from the orders themselves, because whoever signs out takes
 * them along. A link that is opened here leaves none: it may be somebody else's device.
 */
export const $pageKeys = safePersistentAtom<PageKeys>('page_keys_v1', {}, parsePageKeys);

export function keepPageKey(orderNumber: string, key: string): void {
  const others = Object.entries(without(orderNumber)).slice(1 - MAX_KEYS);
  $pageKeys.set(Object.fromEntries([...others, [orderNumber, key]]));
}

/** Forgets the key of a page that has closed. */
export function forgetPageKey(orderNumber: string): void {
  if ($pageKeys.get()[orderNumber]) $pageKeys.set(without(orderNumber));
}

/** The order's own page where this device has its key, else the page that tracks it. */
export function orderPath(orderNumber: string, keys = $pageKeys.get()): string {
  const key = keys[orderNumber];
  return key ? orderPagePath(orderNumber, key) : trackPath(orderNumber);
}

/** Parses stored keys. Unreadable ones are dropped, the rest survives. */
export function parsePageKeys(found: unknown): PageKeys {
  const keys = Object.entries(asRecord(found)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(keys);
}

function without(orderNumber: string): PageKeys {
  const { [orderNumber]: _, ...others } = $pageKeys.get();
  return others;
}
