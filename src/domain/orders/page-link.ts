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
