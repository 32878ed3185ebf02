import Printer from 'virtual:icons/printer';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ActivityLink } from '#admin/data/activity/ActivityLink.tsx';
import { OrderTimeline } from '#admin/data/order-events/OrderTimeline.tsx';
import { useReveal, useRevealed, withContact } from '#admin/data/orders/contact.tsx';
import { OrderItems } from '#admin/data/orders/OrderItems.tsx';
import { PiecesAdded } from '#admin/data/orders/PiecesAdded.tsx';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { TwinOrders } from '#admin/data/orders/TwinOrders.tsx';
import { WhatsappTalk } from '#admin/data/whatsapp/WhatsappTalk.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { RecordDetails } from '#admin/kit/RecordDetails.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { UndoNotice } from '#admin/kit/UndoNotice.tsx';
import { useRecord } from '#admin/kit/use-record.ts';
import { useMay } from '#admin/platform/rights.ts';
import { navigate } from '#admin/platform/router.ts';
import { isMasked } from '#domain/masked.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isUnpacked } from '#domain/orders/status.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { PaymentPanel } from './advances/PaymentPanel.tsx';
import { CancellationAsked } from './CancellationAsked.tsx';
import { CashNotReceived } from './CashNotReceived.tsx';
import { NextStepButton } from './NextStepButton.tsx';
import { nextStep } from './next-step.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderGate } from './OrderGate.tsx';
import { OrderParcels } from './OrderParcels.tsx';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';
import { orders } from './orders.ts';
import { PackingSlips, PaperSelect } from './PackingSlips.tsx';
import { ParcelBack } from './ParcelBack.tsx';
import { OrderPayments } from './payments/OrderPayments.tsx';
import { RefundOrder } from './payments/RefundOrder.tsx';

const OrderEarnings = lazy(async () => ({ default: (await import('./OrderEarnings.tsx')).OrderEarnings }));
const OrderPacking = lazy(async () => ({ default: (await import('#admin/data/packing/OrderPacking.tsx')).OrderPacking }));

/** Everything about one order: on a wide screen what is in it, who gets it and what happened side by side. */
export function OrderDetails({ item, ...dialog }: DialogProps<StaffOrder>) {
  const order = useRecord(orders, item);
  const contact = useRevealed(order.id);
  const reveal = useReveal();
  const mayReveal = useMay('reveal_contacts');
  const [isPrinting, setPrinting] = useState(false);
  const [isRefunding, setRefunding] = useState(false);

  // Once the slip shows what was revealed for it.
  useEffect(() => {
    if (!isPrinting) return;
    setPrinting(false);
    window.print();
  }, [isPrinting]);

  /** A slip says where the parcel goes: for whoever does not see that everywhere, it is revealed first. */
  async function print() {
    if (isMasked(order.customerAddress) && mayReveal && !(await reveal.mutateAsync(order.id).catch(() => null))) return;
    setPrinting(true);
  }

  const seesSums = useMay('see_sums');
  const seesContacts = useMay('see_contacts');
  const seesReports = useMay('see_reports');
  const refundsNext = !nextStep(order) && seesSums && (order.paid?.toRefund ?? 0) > 0;

  return (
    <RecordDetails
      {...dialog}
      record={orders}
      item={order}
      size="full"
      status={<OrderStatusSelect order={order} />}
      lines={[
        !isHiddenSum(order.totalAmount) && formatPrice(order.totalAmount),
        `Placed ${formatMoment(order.createdAt)}`,
        order.source !== 'website' && ORDER_SOURCE_LABELS[order.source],
        order.updatedAt !== order.createdAt && `Changed ${formatMoment(order.updatedAt)}`,
      ]}
      alerts={
        <>
          <CashNotReceived order={order} />
          <ParcelBack order={order} onOpen={dialog.onOpen} />
          <CancellationAsked order={order} />
          <PiecesAdded order={order} />
          {seesContacts && (
            <TwinOrders
              order={order}
              onMerged={({ id, orderNumber }) => id !== order.id && navigate(`/admin/orders/${orderNumber}`)}
            />
          )}
          <OrderGate order={order} />
          <UndoNotice record={orders} item={order} />
        </>
      }
      nextStep={
        <>
          <NextStepButton
            order={order}
            onShip={() => dialog.onOpen('ship')}
            onReceive={() => dialog.onOpen('receive')}
            className="btn btn-primary"
          />
          {refundsNext && (
            <MayButton right="refund" onClick={() => setRefunding(true)} className="btn btn-primary">
              Refund…
            </MayButton>
          )}
        </>
      }
    >
      <div className="record-columns">
        <div>
          <OrderItems
            order={order}
            actions={
              <>
                {isUnpacked(order) && (
                  <MayButton
                    right={orders.rights['items']}
                    onClick={() => dialog.onOpen('items')}
                    className="btn btn-quiet btn-small"
                  >
                    Change items
                  </MayButton>
                )}
                <button
                  type="button"
                  disabled={reveal.isPending}
                  onClick={() => void print()}
                  className="btn btn-quiet btn-small"
                >
                  <Printer className="size-4" />
                  Packing slip
                </button>
                <PaperSelect />
              </>
            }
          />
          {seesSums && <PaymentPanel order={order} />}
          {seesSums && <OrderPayments order={order} onRefund={refundsNext ? null : () => setRefunding(true)} />}
          {seesReports && !isUnpacked(order) && (
            <Suspense>
              <OrderEarnings orderId={order.id} />
            </Suspense>
          )}
          <OrderParcels shipments={order.shipments} />
          <Suspense>
            <OrderPacking orderId={order.id} />
          </Suspense>
        </div>
        <div>
          <OrderFacts order={order} />
        </div>
        <div>
          {order.whatsapp && <WhatsappTalk talk={order.whatsapp} />}
          {seesContacts && <OrderTimeline orderId={order.id} />}
          <ActivityLink record={order.id} className="btn btn-quiet btn-small mt-3" />
        </div>
      </div>
      {isRefunding && <RefundOrder order={order} onClose={() => setRefunding(false)} />}
      <PackingSlips orders={[withContact(order, contact)]} />
    </RecordDetails>
  );
}
