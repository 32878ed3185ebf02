import { confirmationLabel, OUTCOMES, WAYS } from '#admin/data/confirmations/labels.ts';
import { AwaitsProof } from '#admin/data/orders/AwaitsProof.tsx';
import { addressLines } from '#admin/data/orders/labels.ts';
import { OrderItems } from '#admin/data/orders/OrderItems.tsx';
import { PiecesAdded } from '#admin/data/orders/PiecesAdded.tsx';
import { TwinOrders } from '#admin/data/orders/TwinOrders.tsx';
import { WhatsappTalk } from '#admin/data/whatsapp/WhatsappTalk.tsx';
import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { ConfirmationAttempt, DeskOrder } from '#domain/confirmations/contract.ts';
import type { Confirmation } from '#domain/orders/confirmation.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { noteOf } from '#domain/orders/website-note.ts';
import { deliveryDays } from '#domain/places/cities.ts';
import { formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { ContactBar } from './ContactBar.tsx';
import type { Confirmations } from './use-confirmations.ts';

/** All that a call needs on one screen: who, how, what, where to, and why to be careful. */
export function OrderToConfirm({
  item: { order, customer, attempts },
  confirmations,
}: {
  item: DeskOrder;
  confirmations: Confirmations;
}) {
  const { confirmation } = order;
  return (
    <article aria-label={`Order ${order.orderNumber}`} className="space-y-3">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          {/* Read out as soon as the order comes. */}
          <h2 ref={focus} tabIndex={-1} dir="auto" className="text-2xl break-words outline-none">
            {order.customerName}
          </h2>
          <p className="text-sm text-ink-soft">
            <Link href={`/admin/orders/${order.orderNumber}`} className="underline underline-offset-4">
              {order.orderNumber}
            </Link>{' '}
            · {formatMoment(order.createdAt)}
          </p>
        </div>
        {confirmation && <StatusBadge label={confirmationLabel(confirmation)} />}
      </header>
      <div className="gap-3 max-xl:space-y-3 xl:grid xl:grid-cols-2 xl:items-start">
        <div className="space-y-3">
          {order.cancellationAskedAt && !order.cancellationAnsweredAt && (
            <p className="rounded-lg bg-notice px-4 py-3 text-sm">
              <strong className="font-medium">The customer asks to cancel</strong> ({formatMoment(order.cancellationAskedAt)})
              {order.cancellationReason && <bdi className="block">“{order.cancellationReason}”</bdi>}
            </p>
          )}
          <PiecesAdded order={order} />
          <TwinOrders order={order} onMerged={({ id }) => confirmations.open(id)} />
          <AwaitsProof order={order} />
          <ContactBar order={order} confirmations={confirmations} />
          <CustomerRecord customer={customer} />
          {confirmation && <Doubts confirmation={confirmation} total={order.totalAmount} />}
          <section aria-label="Delivery" className="panel p-4">
            <p dir="auto" className="break-words whitespace-pre-line">
              {addressLines(order).join('\n')}
            </p>
            {!isCollected(order) && <City order={order} />}
            {noteOf(order) && (
              <p dir="auto" className="mt-2 rounded-lg bg-notice px-3 py-2 text-sm break-words whitespace-pre-line">
                {noteOf(order)}
              </p>
            )}
          </section>
        </div>
        <div className="space-y-3 *:first:mt-0">
          <OrderItems order={order} />
          {order.whatsapp && <WhatsappTalk talk={order.whatsapp} />}
          {attempts.length > 0 && <Attempts attempts={attempts} />}
        </div>
      </div>
    </article>
  );
}

function focus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}

/** The city that was recognised and how long a parcel takes there, or that somebody has to ask. */
function City({ order: { orderNumber, city, cityKnown, cityTakesCash } }: { order: DeskOrder['order'] }) {
  if (!cityKnown) {
    return (
      <p className="mt-1 text-sm text-danger">
        Which city is this?{' '}
        <Link href={`/admin/orders/${orderNumber}/edit`} className="underline underline-offset-4">
          Correct the address
        </Link>
      </p>
    );
  }
  return (
    <p className="mt-1 text-sm text-ink-soft">
      {cityKnown !== city && `${cityKnown} · `}
      {formatDeliveryDays(deliveryDays(cityKnown))}
      {cityTakesCash === false && <span className="text-danger"> · couriers collect no cash there</span>}
    </p>
  );
}

/** How their orders went so far, and what staff wrote about them. */
function CustomerRecord({ customer: { record, tags, block, notes } }: { customer: DeskOrder['customer'] }) {
  const counts = (['delivered', 'returned', 'cancelled', 'open'] as const).filter((name) => record[name] > 0);
  return (
    <section aria-label="Customer" className="panel p-4 text-sm">
      <p>
        {record.orders <= 1 ? 'First order' : `${formatCount(record.orders)} orders`}
        {record.orders > 1 && `: ${counts.map((name) => `${formatCount(record[name])} ${name}`).join(', ')}`}
        {record.value > 0 && ` · ${formatPrice(record.value)} delivered`}
      </p>
      {(block !== 'none' || tags.length > 0) && (
        <p className="mt-1 flex flex-wrap gap-2">
          {block !== 'none' && <StatusBadge label={{ text: BLOCKS[block], tone: 'tone-stop' }} />}
          {tags.map((tag) => (
            <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
          ))}
        </p>
      )}
      {notes && (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {notes}
        </p>
      )}
    </section>
  );
}

const BLOCKS = { prepaid_only: 'Prepaid only', do_not_ship: 'Do not ship' };

/** Why to be careful, or not: each reason with its points. */
function Doubts({ confirmation: { score, reasons, callBecause }, total }: { confirmation: Confirmation; total: number }) {
  if (reasons.length === 0 && !callBecause) return null;
  return (
    <section aria-label="Reasons" className="panel p-4">
      <h3 className="font-sans text-sm font-medium tabular-nums">
        Score {score} <span className="font-normal text-muted">(0 means no doubt, 60 or more serious doubt)</span>
      </h3>
      <ul className="mt-1 text-sm">
        {reasons.map(({ code, text, points }) => (
          <li key={code} className="flex justify-between gap-4 py-0.5">
            <span className="break-words">{code === 'large_order' ? `${text}: ${formatPrice(total)}` : text}</span>
            <span className={`tabular-nums ${points > 0 ? '' : 'text-leaf'}`}>{points > 0 ? `+${points}` : points}</span>
          </li>
        ))}
      </ul>
      {callBecause && <p className="mt-1 text-sm text-danger">Only a call confirms it: {callBecause}</p>}
    </section>
  );
}

function Attempts({ attempts }: { attempts: ConfirmationAttempt[] }) {
  return (
    <section aria-label="Earlier attempts" className="panel p-4">
      <h3 className="font-sans text-sm font-medium">Earlier attempts</h3>
      <ul className="mt-1 space-y-1 text-sm">
        {[...attempts].reverse().map(({ createdAt, how, outcome, by, note, callBackAt }) => (
          <li key={createdAt} className="break-words">
            <span className="text-ink-soft">{formatMoment(createdAt)}</span> · {OUTCOMES[outcome]} {WAYS[how]}
            {by && ` · ${by}`}
            {callBackAt && ` · call back ${formatMoment(callBackAt)}`}
            {note && <span dir="auto"> · “{note}”</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
