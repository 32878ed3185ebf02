/**
 * The path of an order's secret page. The key stands behind `#`: browsers send that part to no server, so that it is in no log and in no referrer.
 */
export function orderPagePath(orderNumber: string, key: string): string {
  return `/order/${encodeURIComponent(orderNumber)}#${key}`;
}

/** The link of a parcel's label, with the label's own key, and what the label says in short. No letter of a key is a dot. */
export function labelPath(orderNumber: string, key: string, version: string): string {
  return `${orderPagePath(orderNumber, key)}.${version}`;
}

/** The page on which an order is tracked, at once on the device that it was placed on. */
export function trackPath(orderNumber: string): string {
  return `/track?orderNumber=${encodeURIComponent(orderNumber)}`;
}

/** Said wherever the page is spoken of. */
export const WHERE_THE_PAGE_IS =
  'You find the page of your order by the link in our e-mail or message, in your profile on the device you ordered with, or from Track Order, which mails you the link.';
