import { useState } from 'react';
import { Modal } from '#components/ui/Modal.tsx';
import type { Order } from '#shared/schemas/order.ts';
import { archiveOrder } from './orders-store.ts';

interface Props {
  order: Order;
  onClose: (deleted: boolean) => void;
}

/** Asks before an order goes. The reason of a refusal shows in the banner of the screen. */
export function DeleteOrderDialog({ order, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const open = order.status === 'pending' || order.status === 'processing' || order.status === 'shipped';

  async function remove() {
    setBusy(true);
    onClose(await archiveOrder(order));
  }

  return (
    <Modal
      title="Delete order"
      narrow
      onClose={() => onClose(false)}
      footer={
        <>
          <button type="button" onClick={() => onClose(false)} className="btn btn-outline">
            Cancel
          </button>
          <button type="button" onClick={remove} disabled={busy} className="btn btn-danger">
            {busy ? 'Deleting…' : 'Delete'}
          </button>
        </>
      }
    >
      <p>
        Are you sure you want to delete order <strong className="font-medium whitespace-nowrap">{order.orderNumber}</strong> of{' '}
        {order.customerName}?
      </p>
      {open && <p className="mt-3 text-sm text-muted">It is still open: its pieces go back to stock.</p>}
    </Modal>
  );
}
