import { StatusSelect } from '#admin/kit/StatusSelect.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { Shipment } from '#shared/schemas/shipments.ts';
import { SHIPMENT_STATUSES, SHIPMENT_TONES } from './shipment-labels.ts';
import { putShipmentStatus } from './shipments-api.ts';

/** The status of a shipment, to be changed on the spot. */
export function ShipmentStatusSelect({ shipment }: { shipment: Shipment }) {
  const change = useStatusChange({
    resource: 'shipments',
    send: putShipmentStatus,
    names: SHIPMENT_STATUSES,
    nameOf: ({ shipmentNumber }: Shipment) => `Shipment ${shipmentNumber}`,
    failure: 'Failed to update shipment status',
    done: ({ shipmentNumber, status }: Shipment) => `Shipment ${shipmentNumber} is now ${SHIPMENT_STATUSES[status]}`,
  });
  return (
    <StatusSelect
      label={`Status of shipment ${shipment.shipmentNumber}`}
      status={shipment.status}
      names={SHIPMENT_STATUSES}
      tones={SHIPMENT_TONES}
      onChange={(status) => change(shipment, status)}
    />
  );
}
