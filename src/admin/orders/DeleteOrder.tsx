import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { deleteOrder } from './orders-api.ts';

/** Asks before an order goes. */
export function DeleteOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteOrder(order.id),
    onSuccess: () => toast(`Order ${order.orderNumber} was deleted`),
  });
  const isOpen = ['pending', 'processing', 'shipped'].includes(order.status);
  const whose = `${order.orderNumber} of ${order.customerName}.`;

  return (
    <ConfirmDialog
      question="Are you sure you want to delete this order?"
      detail={isOpen ? `${whose} It is still open: its pieces go back to stock.` : whose}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete order"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
