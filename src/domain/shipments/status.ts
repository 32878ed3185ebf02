/** In the order a parcel usually takes them, which is how lists sort them. */
export const SHIPMENT_STATUSES = [
  'preparing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'failed',
  'returned',
] as const;

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** Where a parcel with each status is. */
const WHEREABOUTS: Record<ShipmentStatus, 'packed' | 'under way' | 'arrived' | 'back'> = {
  preparing: 'packed',
  shipped: 'under way',
  in_transit: 'under way',
  out_for_delivery: 'under way',
  delivered: 'arrived',
  failed: 'back',
  returned: 'back',
};

/** A shipment as a page may hold it, whose status may be newer than the page. */
interface Parcel {
  status: string;
}

function whereIs({ status }: Parcel): string | undefined {
  return (WHEREABOUTS as Record<string, string>)[status];
}

/** Whether a parcel failed or was returned: it never reached the shopper. */
export function isBack(parcel: Parcel): boolean {
  return whereIs(parcel) === 'back';
}

/** Whether nothing more is expected of the courier: the parcel arrived, failed or was returned. */
export function isOver(parcel: Parcel): boolean {
  return isBack(parcel) || whereIs(parcel) === 'arrived';
}

/** The parcel of an order: the latest of its shipments that is to be delivered, or else that arrived; undefined where all failed or came back. */
export function latestParcel<Shipment extends Parcel>(shipments: readonly Shipment[]): Shipment | undefined {
  return shipments.filter((shipment) => !isOver(shipment)).pop() ?? shipments.filter((shipment) => !isBack(shipment)).pop();
}
