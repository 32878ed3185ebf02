import { useQuery } from '@tanstack/react-query';
import { OUTCOMES } from '#admin/kit/confirmation-labels.ts';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { useShortcuts } from '#admin/kit/shortcuts.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { ConfirmationList } from '#shared/schemas/confirmations.ts';
import { ClaimNotice } from './ClaimNotice.tsx';
import { DeskOrderView } from './DeskOrderView.tsx';
import { queueQuery } from './desk-api.ts';
import { Key, OutcomeBar } from './OutcomeBar.tsx';
import { Queue } from './Queue.tsx';
import { type Desk, useDesk } from './use-desk.ts';

/** Confirm orders: one after the other, by call or WhatsApp, several staff at once. */
export default function DeskPage() {
  const desk = useDesk();
  const { data: queue, isError, refetch } = useQuery(queueQuery);
  const { current, isBusy, next, stop } = desk;

  useShortcuts([
    { key: 'n', does: current ? 'Leave it and take the next one' : 'Take the most urgent one', run: () => isBusy || next() },
    { key: 'm', does: 'Write a note', run: () => document.querySelector<HTMLElement>('[data-note]')?.focus() },
    { key: 'x', does: 'Cancel the order before, which was refused', run: desk.cancelDone },
    { key: 'q', does: 'Give it back and stop', run: () => current && !isBusy && stop() },
  ]);

  return (
    <Screen
      title="Confirm orders"
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
      <LastDone desk={desk} />
      <ErrorBanner message={desk.failure} onDismiss={desk.dismissFailure} />
      <div className="lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-5">
        <div className={`lg:sticky lg:top-20 ${current ? 'max-lg:hidden' : ''}`}>
          {!current && queue && <Begin queue={queue} desk={desk} />}
          {queue && queue.items.length > 0 && (
            <Queue items={queue.items} total={queue.total} current={current?.order.id} onOpen={desk.open} />
          )}
          {!queue &&
            (isError ? (
              <p className="panel p-4">
                The queue could not be loaded.{' '}
                <button type="button" onClick={() => void refetch()} className="btn btn-outline">
                  Try again
                </button>
              </p>
            ) : (
              <Spinner />
            ))}
        </div>
        {current && (
          <div key={current.order.id}>
            <ClaimNotice item={current} queue={queue} onKeep={() => desk.open(current.order.id)} />
            <DeskOrderView item={current} desk={desk} />
            <div className="h-3" />
            <OutcomeBar desk={desk} />
          </div>
        )}
      </div>
    </Screen>
  );
}

/** What was recorded of the order before, so that a slip can be put right. */
function LastDone({ desk: { done, open, cancelDone, isBusy } }: { desk: Desk }) {
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

/** Nothing is in work: begin, or read when there will be something to do. */
function Begin({ queue: { items }, desk: { next, isBusy } }: { queue: ConfirmationList; desk: Desk }) {
  const times = items.flatMap(({ order: { confirmation } }) =>
    confirmation?.dueAt && !confirmation.claimedBy ? [confirmation.dueAt] : [],
  );
  const isDue = times.some((time) => Date.parse(time) <= Date.now());
  if (isDue) {
    return (
      <button type="button" onClick={next} disabled={isBusy} className="btn btn-primary mb-3 w-full gap-2">
        Start with the most urgent
        <Key>N</Key>
      </button>
    );
  }
  const soonest = [...times].sort()[0];
  return (
    <p className="panel mb-3 px-4 py-10 text-center">
      Nothing waits.
      <span className="block text-ink-soft">
        {soonest ? `The next order is due ${formatMoment(soonest)}.` : 'New orders appear here by themselves.'}
      </span>
    </p>
  );
}
