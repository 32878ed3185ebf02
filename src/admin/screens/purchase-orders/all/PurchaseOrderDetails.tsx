import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { Fact, RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { StatusSelect } from '#admin/kit/StatusSelect.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { DeliveryHistory } from './DeliveryHistory.tsx';
import { PurchaseOrderItems } from './PurchaseOrderItems.tsx';
import { isExpected } from './purchase-order-labels.ts';
import { purchaseOrders } from './purchase-orders.ts';

/** Everything about one purchase order. */
export function PurchaseOrderDetails({ item, ...dialog }: DialogProps<PurchaseOrder>) {
  const order = useRecord(purchaseOrders, item);

  return (
    <RecordDetails
      {...dialog}
      record={purchaseOrders}
      item={order}
      status={<StatusSelect record={purchaseOrders} item={order} />}
      lines={[`Created ${formatMoment(order.createdAt)}`, order.orderDate !== null && `Ordered ${formatMoment(order.orderDate)}`]}
      facts={
        <>
          <Fact name="Supplier">
            <Link href={`/admin/suppliers/${order.supplierId}`} className="quiet-link">
              {order.supplierName}
            </Link>
          </Fact>
          <Fact name="Contact">
            {order.supplierEmail && <a href={`mailto:${order.supplierEmail}`}>{order.supplierEmail}</a>}
            {order.supplierEmail && order.supplierPhone && <br />}
            {order.supplierPhone && <a href={`tel:${order.supplierPhone}`}>{order.supplierPhone}</a>}
            {!order.supplierEmail && !order.supplierPhone && '–'}
          </Fact>
          <Fact name="Supplier address" className="whitespace-pre-line">
            {order.supplierAddress || '–'}
          </Fact>
          <Fact name="Expected delivery">{order.expectedDeliveryDate ? formatDay(order.expectedDeliveryDate) : '–'}</Fact>
          <Fact name="Notes" isWide className="whitespace-pre-line">
            {order.notes || '–'}
          </Fact>
        </>
      }
      nextStep={
        isExpected(order) && (
          <button type="button" onClick={() => dialog.onOpen('receive')} className="btn btn-primary">
            Receive delivery
          </button>
        )
      }
    >
      <PurchaseOrderItems order={order} />
      <DeliveryHistory order={order} />
    </RecordDetails>
  );
}
