import type { Shipment } from '#domain/shipments/contract.ts';
import { isOver } from '#domain/shipments/status.ts';

/** What staff usually do next with a shipment. Whether one that failed is sent again is decided on its order. */
export type ShipmentStep = 'handOver' | 'deliver' | 'decide' | 'receive';

/** The next step of a shipment; null when it arrived, was counted after it came back, or its order is cancelled. */
export function shipmentStep(shipment: Pick<Shipment, 'status' | 'orderStatus' | 'receivedAt'>): ShipmentStep | null {
  const { status, orderStatus, receivedAt } = shipment;
  if (receivedAt) return null;
  if (status === 'failed') return 'decide';
  if (status === 'returned') return 'receive';
  if (isOver(shipment) || orderStatus === 'cancelled') return null;
  return status === 'preparing' ? 'handOver' : 'deliver';
}
