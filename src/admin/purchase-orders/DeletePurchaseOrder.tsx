import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-orders.ts';
import { isReceived } from './purchase-order-labels.ts';
import { deletePurchaseOrder } from './purchase-orders-api.ts';

/** Asks before a purchase order goes. */
export function DeletePurchaseOrder({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deletePurchaseOrder(order.id),
    onSuccess: () => toast(`Purchase order ${order.orderNumber} was deleted`),
  });
  const whose = `${order.orderNumber} to ${order.supplierName}.`;

  return (
    <ConfirmDialog
      question="Are you sure you want to delete this purchase order?"
      detail={isReceived(order) ? `${whose} What was received of it stays in stock.` : whose}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete purchase order"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
