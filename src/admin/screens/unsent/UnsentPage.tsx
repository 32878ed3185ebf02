import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { OutboxEntry } from '#admin/platform/outbox.ts';
import { $unsent, $unsentOfOthers, dropEntry, retryEntry, sendNow, startOutbox } from '#admin/platform/staff-outbox.ts';

const entriesText = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

/** What this device has not sent yet: since when it waits, what the shop would not take and why. */
export default function UnsentPage() {
  useEffect(startOutbox, []);
  const entries = useStore($unsent);
  const others = useStore($unsentOfOthers);
  const [isDropping, setDropping] = useState<OutboxEntry | null>(null);
  const refused = entries.filter(({ refusal }) => refusal);
  const waiting = entries.filter(({ refusal }) => !refusal);

  return (
    <Screen
      title="Not sent yet"
      actions={
        waiting.length > 0 && (
          <button type="button" onClick={() => void sendNow()} className="btn btn-primary px-4">
            Send now
          </button>
        )
      }
    >
      {entries.length === 0 && <p className="panel px-4 py-8 text-center text-muted">Everything of yours is sent.</p>}
      {refused.length > 0 && (
        <section aria-label="Not taken" className="mb-6">
          <h2 className="mb-2 font-sans text-base font-medium text-danger">The shop did not take these</h2>
          <ul className="panel divide-y divide-line">
            {refused.map((entry) => (
              <li key={entry.key} className="px-4 py-3">
                <p className="font-medium break-words">{entry.what}</p>
                <p className="text-sm break-words text-danger">{entry.refusal?.message}</p>
                <p className="text-sm text-muted">{formatMoment(new Date(entry.queuedAt).toISOString())}</p>
                <div className="mt-2 flex flex-wrap gap-2">
                  <Link href={entry.href} className="btn btn-outline btn-small">
                    Look at it
                  </Link>
                  <button type="button" onClick={() => void retryEntry(entry.key)} className="btn btn-outline btn-small">
                    Send again
                  </button>
                  <button type="button" onClick={() => setDropping(entry)} className="btn btn-quiet btn-small">
                    Drop
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-label="Waiting">
          <h2 className="mb-2 font-sans text-base font-medium">{entriesText(waiting.length)} waiting for a connection</h2>
          <ul className="panel divide-y divide-line">
            {waiting.map(({ key, what, queuedAt, tries }) => (
              <li key={key} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
                <span className="min-w-0 break-words">{what}</span>
                <span className="text-sm text-muted">
                  {formatMoment(new Date(queuedAt).toISOString())}
                  {tries > 0 && ` · tried ${tries === 1 ? 'once' : `${tries} times`}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others > 0 && (
        <p className="mt-4 text-sm text-muted">
          {entriesText(others)} of colleagues {others === 1 ? 'waits' : 'wait'} on this device, until they sign in here again.
        </p>
      )}
      {isDropping && (
        <ConfirmDialog
          question="Drop this entry?"
          detail={`${isDropping.what}. It is taken off this device and never sent.`}
          action="Drop"
          onConfirm={() => dropEntry(isDropping.key)}
          onClose={() => setDropping(null)}
        />
      )}
    </Screen>
  );
}
