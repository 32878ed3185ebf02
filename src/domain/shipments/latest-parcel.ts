/** The parcel of an order: the latest of its shipments that neither failed nor came back; undefined where there is none. */
export function latestParcel<Shipment extends { status: string }>(shipments: readonly Shipment[]): Shipment | undefined {
  return shipments.filter(({ status }) => status !== 'failed' && status !== 'returned').pop();
}
