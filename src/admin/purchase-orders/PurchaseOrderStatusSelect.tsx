import { StatusSelect } from '#admin/kit/StatusSelect.tsx';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-orders.ts';
import { PURCHASE_STATUSES, PURCHASE_TONES, statusNews } from './purchase-order-labels.ts';
import { putPurchaseOrderStatus } from './purchase-orders-api.ts';

/** The status of a purchase order, to be changed on the spot. */
export function PurchaseOrderStatusSelect({ order }: { order: PurchaseOrder }) {
  const change = useStatusChange({
    resource: 'purchase-orders',
    send: putPurchaseOrderStatus,
    names: PURCHASE_STATUSES,
    nameOf: ({ orderNumber }: PurchaseOrder) => `Purchase order ${orderNumber}`,
    failure: 'Failed to update purchase order status',
    done: statusNews,
  });
  return (
    <StatusSelect
      label={`Status of purchase order ${order.orderNumber}`}
      status={order.status}
      names={PURCHASE_STATUSES}
      tones={PURCHASE_TONES}
      onChange={(status) => change(order, status)}
    />
  );
}
