/**
 * The path of an order's secret page. The key stands behind `#`: browsers send that part to no server, so that it is in no log and in no referrer.
 */
export function orderPagePath(orderNumber: string, key: string): string {
  return `/order/${encodeURIComponent(orderNumber)}#${key}`;
}
