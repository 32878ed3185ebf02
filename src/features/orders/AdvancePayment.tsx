import type { PageAdvance } from '#domain/advances/contract.ts';
import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { PayableAccounts } from './PayableAccounts.tsx';
import { SendTransfer } from './SendTransfer.tsx';

interface Props {
  page: OrderPage;
  advance: PageAdvance;
  onSend: (fields: Record<string, string>) => Promise<void>;
}

type Sent = PageAdvance['transfers'][number];

/** What is to be paid before delivery, where to, and what became of what was sent. */
export default function AdvancePayment({ page, advance, onSend }: Props) {
  const { missing, isAsked, received, transfers, reason, dueAt } = advance;
  const waits = transfers.some(({ state }) => state === 'sent');
  const isOpen = isAsked && missing > 0;
  if (!isOpen && received === 0 && !waits && !transfers.some(({ because }) => because)) return null;
  const atDoor = dueOnDelivery(page) - missing;
  const title = waits
    ? 'Thanks, we’re checking it'
    : isOpen
      ? `Please pay ${formatPrice(missing)} in advance`
      : received > 0
        ? `${formatPrice(received)} received, thank you`
        : 'Paid in advance';

  return (
    <section aria-labelledby="advance-title" className="rounded-sm border border-gold/60 bg-cream p-5 sm:p-8">
      <h2 id="advance-title" className="text-2xl">
        {title}
      </h2>
      {waits && (
        <p role="status" className="mt-2">
          As soon as we have found your transfer in our account, this page says so.
        </p>
      )}
      {isOpen && !waits && (
        <p className="mt-2">
          {dueAt && Date.parse(dueAt) > Date.now() && (
            <>
              Until <strong className="font-medium whitespace-nowrap">{momentText(dueAt)}</strong>.{' '}
            </>
          )}
          We send your order once it has arrived
          {atDoor > 0 ? `, and ${formatPrice(atDoor)} are due in cash at the door.` : ', and nothing is due at the door.'}
        </p>
      )}
      {isOpen && reason && (
        <p dir="auto" className="mt-2 break-words text-ink-soft">
          {reason}
        </p>
      )}
      {!isOpen && received > 0 && page.status !== 'cancelled' && page.status !== 'delivered' && (
        <p className="mt-2">
          {dueOnDelivery(page) > 0
            ? `${formatPrice(dueOnDelivery(page))} are due in cash at the door.`
            : 'Nothing is due at the door.'}
        </p>
      )}
      {transfers.length > 0 && (
        <ul className="mt-4 space-y-2" aria-label="What you sent">
          {transfers.map((transfer) => (
            <li key={`${transfer.sentAt}${transfer.reference}`} className="border-l-2 border-gold pl-3 text-sm">
              <span className="break-all">{nameOf(transfer)}</span>
              <span className="block">
                <strong className="font-medium">{stateText(transfer)}</strong>
                {transfer.because && (
                  <span dir="auto" className="block break-words">
                    {transfer.because}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen &&
        (waits ? (
          <details className="mt-4">
            <summary className="flex min-h-11 cursor-pointer items-center underline decoration-gold underline-offset-4">
              The account, and sending another receipt
            </summary>
            <PayableAccounts advance={advance} />
            <SendTransfer onSend={onSend} />
          </details>
        ) : (
          <>
            <PayableAccounts advance={advance} />
            <SendTransfer onSend={onSend} />
          </>
        ))}
    </section>
  );
}

function nameOf({ reference, hasPhoto, amount, sentAt }: Sent): string {
  return [amount !== null && formatPrice(amount), reference || (hasPhoto ? 'Photo of a receipt' : ''), `on ${formatDay(sentAt)}`]
    .filter(Boolean)
    .join(' · ');
}

function stateText({ state }: Sent): string {
  if (state === 'sent') return 'Sent: we’re checking it';
  if (state === 'received') return 'Received, thank you';
  return state === 'rejected' ? 'Not found' : 'Not ours after all';
}

/** `Fri, 27 Nov, 8:00 pm`, in Pakistan. */
function momentText(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'Asia/Karachi',
  }).format(new Date(iso));
}
