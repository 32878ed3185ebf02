import { CUSTOMER_BLOCK_LABELS, historyText } from '#admin/data/customers/labels.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { formatCount, formatDaysAgo } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { Field } from '#components/Field.tsx';
import type { CustomerOfPhone } from '#domain/customers/contract.ts';
import type { KnownCustomer as Known } from './use-known-customer.ts';

type Customer = NonNullable<CustomerOfPhone['customer']>;

/** Open orders that are listed; the customer's page has the others. */
const SHOWN = 3;

interface Props {
  known: Known;
  /** Why a blocked customer gets this order. Undefined where none is needed. */
  reason: { typed: string; problem: string | undefined; onType: (typed: string) => void } | undefined;
}

/** What the shop knows of whoever has the phone: how their orders went, whether they are blocked, and what is open. */
export function KnownCustomer({ known, reason }: Props) {
  const customer = known.state === 'found' ? known.customer : null;
  return (
    <section
      aria-label="Earlier orders"
      className={`rounded-lg border px-3 text-sm ${reason ? 'border-danger/40 bg-danger/5' : 'border-transparent bg-cream'}`}
    >
      {/* As high while it waits as with its answer, so that fields do not move below somebody who types. */}
      <div role="status" className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 sm:min-h-11">
        {known.state === 'none' && <p className="text-muted">Earlier orders appear once there is a phone number.</p>}
        {known.state === 'looking' && <p className="text-muted">Looking for earlier orders…</p>}
        {known.state === 'failed' && (
          <>
            <p className="text-danger">Earlier orders could not be loaded.</p>
            <button type="button" onClick={known.retry} className="btn btn-outline min-h-9 px-3 max-lg:min-h-11">
              Try again
            </button>
          </>
        )}
        {known.state === 'found' && !customer && <p className="text-muted">First order with this phone</p>}
        {customer && <Summary customer={customer} />}
      </div>
      {customer?.notes && (
        <p dir="auto" className="pb-2 break-words whitespace-pre-line">
          {customer.notes}
        </p>
      )}
      {reason && (
        <Field
          label="Reason"
          hint="Why they get this order all the same. It is kept with what happened to the order."
          error={reason.problem}
          className="pb-3"
        >
          {(control) => (
            <input
              {...control}
              required
              autoComplete="off"
              dir="auto"
              value={reason.typed}
              onChange={({ target }) => reason.onType(target.value)}
              className="field"
            />
          )}
        </Field>
      )}
      {customer && customer.openOrders.length > 0 && <OpenOrders customer={customer} />}
    </section>
  );
}

function Summary({ customer: { id, name, record, block, tags } }: { customer: Customer }) {
  return (
    <>
      <Link href={`/admin/customers/${id}`} className="quiet-link font-medium">
        {name}
      </Link>
      <span className="text-muted">{historyText(record)}</span>
      {block !== 'none' && <StatusBadge label={CUSTOMER_BLOCK_LABELS[block]} />}
      {tags.map((tag) => (
        <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
      ))}
    </>
  );
}

function OpenOrders({ customer: { id, openOrders, record } }: { customer: Customer }) {
  const others = record.open - SHOWN;
  return (
    <ul aria-label="Open orders" className="divide-y divide-line border-t border-line">
      {openOrders.slice(0, SHOWN).map(({ id: orderId, orderNumber, status, totalAmount, createdAt }) => (
        <li key={orderId} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
            {orderNumber}
          </Link>
          <StatusBadge label={ORDER_STATUS_LABELS[status]} />
          <span className="ml-auto text-ink-soft tabular-nums">
            {formatDaysAgo(createdAt)} · {formatPrice(totalAmount)}
          </span>
        </li>
      ))}
      {others > 0 && (
        <li className="flex min-h-11 items-center">
          <Link href={`/admin/customers/${id}`} className="quiet-link">
            {formatCount(others)} more open
          </Link>
        </li>
      )}
    </ul>
  );
}
