import type { Shipment, ShipmentStatus } from '#shared/schemas/shipments.ts';

/** The statuses in the order a parcel usually takes them, and what they are called on screen. */
export const SHIPMENT_STATUSES: Record<ShipmentStatus, string> = {
  preparing: 'Preparing',
  shipped: 'Shipped',
  in_transit: 'In Transit',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  failed: 'Failed',
  returned: 'Returned',
};

export const SHIPMENT_TONES: Record<ShipmentStatus, string> = {
  preparing: 'tone-wait',
  shipped: 'tone-work',
  in_transit: 'tone-move',
  out_for_delivery: 'tone-part',
  delivered: 'tone-done',
  failed: 'tone-stop',
  returned: 'tone-stop',
};

export const SHIPPING_METHODS: Record<Shipment['shippingMethod'], string> = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
  international: 'International',
};

export const SHIPPING_METHOD_OPTIONS = Object.entries(SHIPPING_METHODS).map(([value, label]) => ({ value, label }));
