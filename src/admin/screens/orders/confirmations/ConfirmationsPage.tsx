import { useQuery } from '@tanstack/react-query';
import { OUTCOMES } from '#admin/data/confirmations/labels.ts';
import { localPhone, placeOf, unitsOf } from '#admin/data/orders/labels.ts';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { useShortcuts } from '#admin/kit/shortcuts.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { ConfirmationList, DeskOrder } from '#domain/confirmations/contract.ts';
import { ClaimNotice } from './ClaimNotice.tsx';
import { queueQuery } from './confirmations-api.ts';
import { dueText } from './due-text.ts';
import { OrderToConfirm } from './OrderToConfirm.tsx';
import { Key, OutcomeBar } from './OutcomeBar.tsx';
import { Queue } from './Queue.tsx';
import { type Confirmations, useConfirmations } from './use-confirmations.ts';
import { WaitingOrders } from './WaitingOrders.tsx';

/** Orders to confirm: one after the other, by call or WhatsApp, several staff at once. */
export default function ConfirmationsPage() {
  const confirmations = useConfirmations();
  const { data: queue, isError, refetch } = useQuery(queueQuery());
  const { current, isBusy, next, stop } = confirmations;

  useShortcuts([
    { key: 'n', does: current ? 'Leave it and take the next one' : 'Take the most urgent one', run: () => isBusy || next() },
    { key: 'm', does: 'Write a note', run: () => document.querySelector<HTMLElement>('[data-note]')?.focus() },
    { key: 'x', does: 'Cancel the previous order, which was refused', run: confirmations.cancelDone },
    { key: 'q', does: 'Give it back and stop', run: () => current && !isBusy && stop() },
  ]);

  return (
    <Screen
      title="To confirm"
      actions={
        current && (
          <>
            <button type="button" onClick={stop} disabled={isBusy} className="btn btn-outline gap-2 px-4">
              Stop
              <Key>Q</Key>
            </button>
            <button type="button" onClick={next} disabled={isBusy} className="btn btn-outline gap-2 px-4">
              Skip
              <Key>N</Key>
            </button>
          </>
        )
      }
    >
      <LastDone confirmations={confirmations} />
      <ErrorBanner message={confirmations.failure} onDismiss={confirmations.dismissFailure} />
      {!queue && (isError ? <NotLoaded what="The queue" onRetry={refetch} className="panel p-4" /> : <Spinner />)}
      {!current && queue && (
        <>
          <Begin queue={queue} confirmations={confirmations} />
          <WaitingOrders onOpen={confirmations.open} />
        </>
      )}
      {current && (
        <div className="lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-5">
          <nav aria-label="Queue" className="max-lg:hidden lg:sticky lg:top-20">
            {queue && <Queue items={queue.items} current={current.order.id} onOpen={confirmations.open} />}
            {queue && queue.total > queue.items.length && (
              <p className="px-4 py-2 text-sm text-muted">and {queue.total - queue.items.length} more: press Stop to see all</p>
            )}
          </nav>
          <div key={current.order.id}>
            <ClaimNotice item={current} queue={queue} onKeep={() => confirmations.open(current.order.id)} />
            <OrderToConfirm item={current} confirmations={confirmations} />
            <div className="h-3" />
            <OutcomeBar confirmations={confirmations} />
          </div>
        </div>
      )}
    </Screen>
  );
}

/** What was recorded of the order before, so that a slip can be put right. */
function LastDone({ confirmations: { done, open, cancelDone, isBusy } }: { confirmations: Confirmations }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
      {done && (
        <>
          <span>
            {done.order.orderNumber}: {done.isCancelled ? 'cancelled' : OUTCOMES[done.outcome].toLowerCase()}
          </span>
          {!done.isCancelled && (
            <button type="button" disabled={isBusy} onClick={() => open(done.order.id)} className="quiet-link min-h-9">
              Open it again
            </button>
          )}
          {done.outcome === 'refused' && !done.isCancelled && (
            <button type="button" disabled={isBusy} onClick={cancelDone} className="quiet-link min-h-9">
              Cancel the order
            </button>
          )}
        </>
      )}
    </p>
  );
}

/** Nothing is in work: the most urgent order and what its call is about, or when it is due. */
function Begin({ queue: { items }, confirmations: { next, isBusy } }: { queue: ConfirmationList; confirmations: Confirmations }) {
  const first = items.find(({ order: { confirmation } }) => confirmation?.dueAt && !confirmation.claimedBy);
  const confirmation = first?.order.confirmation;
  if (!first || !confirmation) {
    return (
      <p className="panel mb-3 px-4 py-10 text-center">
        Nothing waits.
        <span className="block text-ink-soft">New orders appear here by themselves.</span>
      </p>
    );
  }
  return (
    <section aria-label="Most urgent" className="panel mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <Needs item={first} />
      {Date.parse(confirmation.dueAt ?? '') <= Date.now() ? (
        <button type="button" onClick={next} disabled={isBusy} className="btn btn-primary gap-2 max-sm:w-full">
          Start with the most urgent
          <Key>N</Key>
        </button>
      ) : (
        <p>
          Nothing is due now.
          <span className="block text-ink-soft">{dueText(confirmation, '')}</span>
        </p>
      )}
    </section>
  );
}

/** Who is to be asked, about what, and what to look out for. */
function Needs({ item: { order, attempts } }: { item: DeskOrder }) {
  const last = attempts[attempts.length - 1];
  const reasons = order.confirmation?.reasons.filter(({ points }) => points > 0).map(({ text }) => text) ?? [];
  return (
    <div className="min-w-0">
      <p className="text-lg break-words">
        <bdi>{order.customerName}</bdi>
        <span className="text-ink-soft">
          {[placeOf(order), localPhone(order.customerPhone)].map((said) => said && ` · ${said}`)}
        </span>
      </p>
      <p className="text-sm break-words text-ink-soft tabular-nums">
        {[order.orderNumber, formatPrice(order.totalAmount), countText('piece', unitsOf(order)), ...reasons].join(' · ')}
      </p>
      {last && (
        <p className="text-sm break-words text-muted">
          {countText('attempt', attempts.length)}, the last {formatMoment(last.createdAt)}: {OUTCOMES[last.outcome].toLowerCase()}
          {last.note && <bdi> “{last.note}”</bdi>}
        </p>
      )}
    </div>
  );
}
