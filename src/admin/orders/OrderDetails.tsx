import Printer from 'virtual:icons/printer';
import { formatMoment } from '#admin/kit/formats.ts';
import { OrderItems } from '#admin/kit/OrderItems.tsx';
import { addressLines, paymentMethodLabels, paymentOf } from '#admin/kit/order-labels.ts';
import { ORDER_SOURCES } from '#admin/kit/order-sources.ts';
import { Fact, RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { WhatsappTalk } from '#admin/kit/WhatsappTalk.tsx';
import type { StaffOrder } from '#shared/schemas/orders.ts';
import { CancellationAsked } from './CancellationAsked.tsx';
import { CopyPageLink } from './CopyPageLink.tsx';
import { isUnpacked } from './EditItems.tsx';
import { NextStepButton } from './NextStepButton.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderGate } from './OrderGate.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { OrderPlace } from './OrderPlace.tsx';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';
import { OrderTags } from './OrderTags.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { orders } from './orders.ts';
import { PackingSlips, PaperSelect } from './PackingSlips.tsx';
import { ParcelBack } from './ParcelBack.tsx';

/** Everything about one order. */
export function OrderDetails({ item, ...dialog }: DialogProps<StaffOrder>) {
  const order = useRecord(orders, item);

  return (
    <RecordDetails
      {...dialog}
      record={orders}
      item={order}
      status={<OrderStatusSelect order={order} />}
      lines={[
        `Placed ${formatMoment(order.createdAt)}${order.source === 'website' ? '' : ` · ${ORDER_SOURCES[order.source]}`}`,
        order.updatedAt !== order.createdAt && `Changed ${formatMoment(order.updatedAt)}`,
      ]}
      alerts={
        <>
          <ParcelBack order={order} onOpen={dialog.onOpen} />
          <CancellationAsked order={order} />
          <OrderGate order={order} />
        </>
      }
      facts={
        <>
          <Fact name="Customer">
            {order.customerName}
            <br />
            {order.customerEmail && (
              <>
                <a href={`mailto:${order.customerEmail}`}>{order.customerEmail}</a>
                <br />
              </>
            )}
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
          <OrderPlace order={order} />
          <Fact name="Payment" className="flex flex-wrap items-center gap-2">
            {paymentMethodLabels[order.paymentMethod]} <StatusBadge label={paymentOf(order)} />
          </Fact>
          <Fact name="Tags">
            <OrderTags order={order} />
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
            <Printer className="size-4" />
            Packing slip
          </button>
        </>
      }
      nextStep={
        <NextStepButton
          order={order}
          onShip={() => dialog.onOpen('ship')}
          onReceive={() => dialog.onOpen('receive')}
          className="btn btn-primary"
        />
      }
    >
      {order.whatsapp && (
        <div className="mt-5">
          <WhatsappTalk talk={order.whatsapp} />
        </div>
      )}
      <OrderItems order={order} />
      <div className="mt-3 flex flex-wrap gap-2">
        {isUnpacked(order) && (
          <button type="button" onClick={() => dialog.onOpen('items')} className="btn btn-outline px-4">
            Change items
          </button>
        )}
        <CopyPageLink order={order} />
      </div>
      <OrderParcels shipments={order.shipments} />
      <OrderCustomer order={order} />
      <OrderTimeline order={order} />
      <PackingSlips orders={[order]} />
    </RecordDetails>
  );
}
