import { RETURNED_KEY } from '#admin/platform/session-record.ts';
import { readJson, writeJson } from '#browser/storage.ts';
import { type ReturnedPieces, returnedPieces } from '#domain/goods-back/contract.ts';
import { trackingKey } from '#domain/shipments/contract.ts';

/** A sack of parcels, and those of the day before. */
const MAX_KEPT = 60;

/** What the shop last said of orders with parcels that come back, the latest first. For a phone without a connection, until somebody signs out. */
function keptPieces(): ReturnedPieces[] {
  return returnedPieces.array().safeParse(readJson(RETURNED_KEY)).data ?? [];
}

export function rememberPieces(now: ReturnedPieces): void {
  const others = keptPieces().filter(({ order }) => order.id !== now.order.id);
  writeJson(RETURNED_KEY, [now, ...others].slice(0, MAX_KEPT));
}

export const knownOrders = (): Set<string> => new Set(keptPieces().map(({ order }) => order.id));

/** What this device knows of the order that a code means: a shipment's or an order's number, or a tracking number in any spelling. */
export function findKept(code: string): ReturnedPieces | undefined {
  const key = trackingKey(code);
  for (const pieces of keptPieces()) {
    const parcel = pieces.shipments.find(
      ({ shipmentNumber, trackingNumber }) =>
        shipmentNumber === key || (trackingNumber !== '' && trackingKey(trackingNumber) === key),
    );
    if (parcel) return { ...pieces, shipmentId: parcel.id };
    if (pieces.order.orderNumber === key || pieces.order.orderNumber === `ORD-${key}`) return { ...pieces, shipmentId: null };
  }
  return undefined;
}
