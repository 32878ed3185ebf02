import { orderPagePath, trackPath } from '#domain/orders/page-link.ts';
import type { Placed } from './checkout-store.ts';

/** The order's own page, or its tracking where the shop gave no key. */
export function pathOf({ orderNumber, pageKey }: Placed): string {
  return pageKey ? orderPagePath(orderNumber, pageKey) : trackPath(orderNumber);
}
