import { addressLines, localPhone } from '#admin/data/orders/labels.ts';
import { ShipmentForm } from '#admin/data/shipments/ShipmentForm.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import { parcelOf } from './next-step.ts';

/** Creates a shipment of the order it is opened from. */
export function ShipOrder({ item: order, onClose }: DialogProps<StaffOrder>) {
  return (
    <ShipmentForm
      title={`Create shipment of ${order.orderNumber}`}
      orderId={order.id}
      isAnother={parcelOf(order) !== null}
      onClose={onClose}
    >
      <Contents order={order} />
    </ShipmentForm>
  );
}

/** Where the order goes, what is in it, and whether it already has a shipment. */
function Contents({ order }: { order: StaffOrder }) {
  const parcel = parcelOf(order);
  const items = order.items.map((item) =>
    [`${item.quantity} × ${item.productName}`, choiceText(choiceOf(item))].filter(Boolean).join(' · '),
  );
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
