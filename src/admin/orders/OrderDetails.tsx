import { useState } from 'react';
import { formatMoment } from '#admin/shell/shop-time.ts';
import { Modal } from '#components/ui/Modal.tsx';
import type { Order } from '#shared/schemas/order.ts';
import { OrderEditForm } from './OrderEditForm.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrdersBanner } from './OrdersBanner.tsx';
import { addressLines, paymentMethodName } from './order-words.ts';
import { PaymentBadge } from './PaymentBadge.tsx';
import { StatusSelect } from './StatusSelect.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onDelete: (order: Order) => void;
}

/** Everything about one order, to read or to correct. */
export function OrderDetails({ order, onClose, onDelete }: Props) {
  const [editing, setEditing] = useState(false);

  if (editing) return <OrderEditForm order={order} onDone={() => setEditing(false)} />;

  return (
    <Modal
      title="Order Details"
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={() => onDelete(order)} className="btn mr-auto px-3 text-danger hover:underline">
            Delete
          </button>
          <button type="button" onClick={() => setEditing(true)} className="btn btn-outline">
            Edit
          </button>
          <button type="button" onClick={onClose} className="btn btn-primary max-xs:hidden">
            Close
          </button>
        </>
      }
    >
      <OrdersBanner />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-lg font-medium">{order.orderNumber}</p>
          <p className="text-sm text-muted">Placed {formatMoment(order.createdAt)}</p>
          {order.updatedAt !== order.createdAt && <p className="text-sm text-muted">Changed {formatMoment(order.updatedAt)}</p>}
        </div>
        <StatusSelect order={order} />
      </div>
      <dl className="facts mt-6 grid gap-5 sm:grid-cols-2">
        <div>
          <dt>Customer</dt>
          <dd className="break-words">
            {order.customerName}
            <br />
            <a href={`mailto:${order.customerEmail}`}>{order.customerEmail}</a>
            <br />
            <a href={`tel:${order.customerPhone}`}>{order.customerPhone}</a>
          </dd>
        </div>
        <div>
          <dt>Shipping address</dt>
          <dd className="break-words whitespace-pre-line">{addressLines(order).join('\n')}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd className="flex flex-wrap items-center gap-2">
            {paymentMethodName(order.paymentMethod)} <PaymentBadge status={order.paymentStatus} />
          </dd>
        </div>
        <div>
          <dt>Notes</dt>
          <dd className="break-words whitespace-pre-line">{order.notes || 'N/A'}</dd>
        </div>
      </dl>
      <OrderItems order={order} />
    </Modal>
  );
}
