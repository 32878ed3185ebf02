import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';

export const SHIPMENT_STATUS_LABELS: Record<ShipmentStatus, StatusLabel> = {
  preparing: { text: 'Preparing', tone: 'tone-wait' },
  shipped: { text: 'Shipped', tone: 'tone-work' },
  in_transit: { text: 'In Transit', tone: 'tone-move' },
  out_for_delivery: { text: 'Out for Delivery', tone: 'tone-part' },
  delivered: { text: 'Delivered', tone: 'tone-done' },
  failed: { text: 'Failed', tone: 'tone-stop' },
  returned: { text: 'Returned', tone: 'tone-stop' },
};
