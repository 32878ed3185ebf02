import { Printer } from 'lucide-react';
import { formatMoment } from '#admin/kit/formats.ts';
import { Fact, RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { NextStepButton } from './NextStepButton.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';
import { addressLines, paymentMethodLabels, paymentOf } from './order-labels.ts';
import { orders } from './orders.ts';
import { PackingSlips, PaperSelect } from './PackingSlips.tsx';

/** Everything about one order. */
export function OrderDetails({ item, ...dialog }: DialogProps<Order>) {
  const order = useRecord(orders, item);

  return (
    <RecordDetails
      {...dialog}
      record={orders}
      item={order}
      status={<OrderStatusSelect order={order} />}
      lines={[
        `Placed ${formatMoment(order.createdAt)}`,
        order.updatedAt !== order.createdAt && `Changed ${formatMoment(order.updatedAt)}`,
      ]}
      facts={
        <>
          <Fact name="Customer">
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
          </Fact>
          <Fact name="Shipping address" className="whitespace-pre-line">
            {addressLines(order).join('\n')}
          </Fact>
          <Fact name="Payment" className="flex flex-wrap items-center gap-2">
            {paymentMethodLabels[order.paymentMethod]} <StatusBadge label={paymentOf(order)} />
          </Fact>
          <Fact name="Notes" dir="auto" className="whitespace-pre-line">
            {order.notes || 'N/A'}
          </Fact>
        </>
      }
      buttons={
        <>
          <PaperSelect />
          <button type="button" onClick={() => window.print()} className="btn btn-outline px-4">
            <Printer aria-hidden className="size-4" />
            Packing slip
          </button>
        </>
      }
      nextStep={<NextStepButton order={order} onShip={() => dialog.onOpen('ship')} className="btn btn-primary" />}
    >
      <OrderItems order={order} />
      <OrderParcels shipments={order.shipments} />
      <PackingSlips orders={[order]} />
    </RecordDetails>
  );
}
