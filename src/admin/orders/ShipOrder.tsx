import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { ShipmentFields } from '#admin/shipments/ShipmentFields.tsx';
import { postShipment } from '#admin/shipments/shipments-api.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { shipmentPayload } from '#shared/schemas/shipments.ts';
import { parcelOf } from './next-step.ts';
import { addressLines, choiceOf, localPhone } from './order-labels.ts';

const parcelFields = {
  carrier: '',
  trackingNumber: '',
  shippingMethod: 'standard' as const,
  shippingCost: undefined,
  estimatedDeliveryDate: null,
  notes: '',
};

/** Begins a shipment of the order it is opened from: recipient and items are those of the order. */
export function ShipOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: postShipment,
    onSuccess: ({ shipmentNumber, orderNumber }) => toast(`Shipment ${shipmentNumber} of ${orderNumber} was created`),
  });
  const staffForm = useStaffForm({
    schema: shipmentPayload,
    values: { ...parcelFields, orderId: order.id },
    save: (shipment) => mutateAsync(shipment),
    onSaved: onClose,
    failure: 'Failed to create shipment',
  });

  return (
    <FormDialog
      title={`Create shipment of ${order.orderNumber}`}
      action="Create Shipment"
      staffForm={staffForm}
      onClose={onClose}
    >
      <Contents order={order} />
      <ShipmentFields />
    </FormDialog>
  );
}

/** Where the order goes and what is in it, and whether it has been sent already. */
function Contents({ order }: { order: Order }) {
  const parcel = parcelOf(order);
  const items = order.items.map((item) => [`${item.quantity} × ${item.productName}`, choiceOf(item)].filter(Boolean).join(' · '));
  return (
    <div className="mb-5 space-y-1 rounded-md bg-cream px-4 py-3 text-sm break-words text-ink-soft">
      <p className="font-medium text-ink">
        {order.customerName} · {localPhone(order.customerPhone)}
      </p>
      <p>{addressLines(order).join(', ')}</p>
      <p>{items.join('; ')}</p>
      {parcel && <p className="font-medium text-wine">Already has a shipment: {parcel.shipmentNumber}</p>}
    </div>
  );
}
