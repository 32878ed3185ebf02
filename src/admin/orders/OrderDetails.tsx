import { Printer } from 'lucide-react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { useRecord } from '#admin/kit/use-record.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { NextStepButton } from './NextStepButton.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';
import { addressLines, paymentMethodName } from './order-labels.ts';
import { fetchOrder } from './orders-api.ts';
import { PackingSlips } from './PackingSlips.tsx';
import { PaperSelect } from './PaperSelect.tsx';
import { PaymentBadge } from './PaymentBadge.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onShip: () => void;
}

/** Everything about one order. */
export function OrderDetails({ order: shown, onClose, onEdit, onDelete, onShip }: Props) {
  const order = useRecord('orders', shown, fetchOrder);

  return (
    <Dialog
      title="Order Details"
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={onDelete} className="btn mr-auto px-3 text-danger hover:underline">
            Delete
          </button>
          <PaperSelect />
          <button type="button" onClick={() => window.print()} className="btn btn-outline px-4">
            <Printer aria-hidden className="size-4" />
            Packing slip
          </button>
          <button type="button" onClick={onEdit} className="btn btn-outline">
            Edit
          </button>
          <NextStepButton order={order} onShip={onShip} className="btn btn-primary" />
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-lg font-medium">{order.orderNumber}</p>
          <p className="text-sm text-muted">Placed {formatMoment(order.createdAt)}</p>
          {order.updatedAt !== order.createdAt && <p className="text-sm text-muted">Changed {formatMoment(order.updatedAt)}</p>}
        </div>
        <OrderStatusSelect order={order} />
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
            {order.secondPhone && (
              <>
                <br />
                <a href={`tel:${order.secondPhone}`}>{order.secondPhone}</a>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Shipping address</dt>
          <dd className="break-words whitespace-pre-line">{addressLines(order).join('\n')}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd className="flex flex-wrap items-center gap-2">
            {paymentMethodName(order.paymentMethod)} <PaymentBadge order={order} />
          </dd>
        </div>
        <div>
          <dt>Notes</dt>
          <dd dir="auto" className="break-words whitespace-pre-line">
            {order.notes || 'N/A'}
          </dd>
        </div>
      </dl>
      <OrderItems order={order} />
      <OrderParcels shipments={order.shipments} />
      <PackingSlips orders={[order]} />
    </Dialog>
  );
}
