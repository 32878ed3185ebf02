import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { Shipment } from '#shared/schemas/shipments.ts';
import { deleteShipment } from './shipments-api.ts';

/** Asks before a shipment goes. */
export function DeleteShipment({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteShipment(shipment.id),
    onSuccess: () => toast(`Shipment ${shipment.shipmentNumber} was deleted`),
  });

  return (
    <ConfirmDialog
      question="Are you sure you want to delete this shipment?"
      detail={`${shipment.shipmentNumber} to ${shipment.recipientName}. Its order ${shipment.orderNumber} stays as it is.`}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete shipment"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
