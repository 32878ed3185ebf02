import { Phones, useRevealed, withContact } from '#admin/data/orders/contact.tsx';
import { addressLines, isPaymentExpected, paymentMethodLabels, paymentOf } from '#admin/data/orders/labels.ts';
import { MONEY_STATE_LABELS } from '#admin/data/orders/statuses.ts';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { isMasked } from '#domain/masked.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isOpen } from '#domain/orders/status.ts';
import { CopyPageLink } from './CopyPageLink.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderGift } from './OrderGift.tsx';
import { OrderPlace } from './OrderPlace.tsx';
import { OrderTags } from './OrderTags.tsx';

/** Who gets an order and where, how it is paid, and what was written about it. */
export function OrderFacts({ order: listed }: { order: StaffOrder }) {
  const order = withContact(listed, useRevealed(listed.id));
  const seesContacts = useMay('see_contacts');
  const { customerName, customerEmail, customerPhone, secondPhone, notes } = order;
  return (
    <section aria-label="Customer" className="panel px-4 pt-4 pb-2 sm:px-5">
      <Facts className="sm:max-lg:grid-cols-2">
        <Fact name="Customer">
          {customerName}
          <Phones orderId={order.id} phones={[customerPhone, secondPhone]} />
          {customerEmail && !isMasked(customerEmail) && (
            <a href={`mailto:${customerEmail}`} className="block w-fit">
              {customerEmail}
            </a>
          )}
        </Fact>
        <OrderGift order={order} />
        <Fact name="Shipping address" className="whitespace-pre-line">
          {addressLines(order).join('\n')}
        </Fact>
        <OrderPlace order={order} />
        {notes && (
          <Fact name="Notes" dir="auto" className="whitespace-pre-line">
            {notes}
          </Fact>
        )}
        <Fact name="Payment">
          <Payment order={order} />
        </Fact>
        {order.moneyState && (
          <Fact name="Money">
            <StatusBadge label={MONEY_STATE_LABELS[order.moneyState]} />
          </Fact>
        )}
        <Fact name="Tags">
          <OrderTags order={order} />
        </Fact>
      </Facts>
      <div className="mt-2">
        <CopyPageLink order={order} />
      </div>
      {seesContacts && <OrderCustomer order={order} />}
    </section>
  );
}

/** How it is paid; whether it is, where the status leaves that open. */
function Payment({ order }: { order: StaffOrder }) {
  const method = paymentMethodLabels[order.paymentMethod];
  const payment = paymentOf(order);
  if (!isPaymentExpected(order)) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        {method} <StatusBadge label={payment} />
      </span>
    );
  }
  return (
    <>
      {method}
      {!isOpen(order) && (
        <>
          {' · '}
          <span>{payment.text}</span>
        </>
      )}
    </>
  );
}
