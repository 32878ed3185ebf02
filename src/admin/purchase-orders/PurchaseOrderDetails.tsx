import { Dialog } from '#admin/kit/Dialog.tsx';
import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { useRecord } from '#admin/kit/use-record.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-orders.ts';
import { PurchaseOrderItems } from './PurchaseOrderItems.tsx';
import { PurchaseOrderStatusSelect } from './PurchaseOrderStatusSelect.tsx';
import { isExpected } from './purchase-order-labels.ts';
import { fetchPurchaseOrder } from './purchase-orders-api.ts';
import { ReceiptHistory } from './ReceiptHistory.tsx';

interface Props {
  order: PurchaseOrder;
  onClose: () => void;
  onEdit: (order: PurchaseOrder) => void;
  onReceive: (order: PurchaseOrder) => void;
  onDelete: (order: PurchaseOrder) => void;
}

/** Everything about one purchase order. */
export function PurchaseOrderDetails({ order: shown, onClose, onEdit, onReceive, onDelete }: Props) {
  const order = useRecord('purchase-orders', shown, fetchPurchaseOrder);
  const isWaiting = isExpected(order);

  return (
    <Dialog
      title="Purchase Order Details"
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={() => onDelete(order)} className="btn mr-auto px-3 text-danger hover:underline">
            Delete
          </button>
          <button type="button" onClick={() => onEdit(order)} className={`btn ${isWaiting ? 'btn-outline' : 'btn-primary'}`}>
            Edit
          </button>
          {isWaiting && (
            <button type="button" onClick={() => onReceive(order)} className="btn btn-primary">
              Receive
            </button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-lg font-medium">{order.orderNumber}</p>
          <p className="text-sm text-muted">Created {formatMoment(order.createdAt)}</p>
          {order.orderDate && <p className="text-sm text-muted">Ordered {formatMoment(order.orderDate)}</p>}
        </div>
        <PurchaseOrderStatusSelect order={order} />
      </div>
      <dl className="facts mt-6 grid gap-5 sm:grid-cols-2">
        <div>
          <dt>Supplier</dt>
          <dd className="break-words">{order.supplierName}</dd>
        </div>
        <div>
          <dt>Contact</dt>
          <dd className="break-words">
            {order.supplierEmail && <a href={`mailto:${order.supplierEmail}`}>{order.supplierEmail}</a>}
            {order.supplierEmail && order.supplierPhone && <br />}
            {order.supplierPhone && <a href={`tel:${order.supplierPhone}`}>{order.supplierPhone}</a>}
            {!order.supplierEmail && !order.supplierPhone && 'N/A'}
          </dd>
        </div>
        <div>
          <dt>Supplier address</dt>
          <dd className="break-words whitespace-pre-line">{order.supplierAddress || 'N/A'}</dd>
        </div>
        <div>
          <dt>Expected delivery</dt>
          <dd>{order.expectedDeliveryDate ? formatDay(order.expectedDeliveryDate) : 'N/A'}</dd>
        </div>
        <div className="sm:col-span-2">
          <dt>Notes</dt>
          <dd className="break-words whitespace-pre-line">{order.notes || 'N/A'}</dd>
        </div>
      </dl>
      <PurchaseOrderItems order={order} />
      <ReceiptHistory order={order} />
    </Dialog>
  );
}
