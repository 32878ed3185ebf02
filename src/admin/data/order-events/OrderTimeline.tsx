import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { Unbroken } from '#admin/kit/Unbroken.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { orderEvent } from '#domain/orders/timeline.ts';
import { toldEvents } from './timeline-text.ts';

const timeline = z.array(orderEvent);

/** What happened to an order, latest first, and a field for a note of staff. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const { data: events = [], isLoadingError, refetch } = useQuery(staffQuery(`/orders/${orderId}/timeline`, timeline));
  return (
    <section aria-label="What happened" className="panel p-4 sm:px-5">
      <h3 className="panel-heading">What happened</h3>
      <NoteForm orderId={orderId} />
      {isLoadingError && <NotLoaded what="What happened" onRetry={refetch} className="mt-3 text-sm" />}
      <ol className="mt-3 divide-y divide-line">
        {toldEvents(events).map(({ lines, ...event }) => (
          <li key={event.id} className="py-2.5 text-sm">
            {lines.map((line) => (
              <p key={line} dir="auto" className="break-words whitespace-pre-line">
                <Unbroken>{line}</Unbroken>
              </p>
            ))}
            <p className="text-xs text-muted">
              {event.actorName && `${event.actorName} · `}
              <time dateTime={event.createdAt}>{formatMoment(event.createdAt)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const [note, setNote] = useState('');
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callStaffApi('POST', `/orders/${orderId}/notes`, { body: { note }, schema: timeline }),
    onSuccess: () => setNote(''),
    onSettled: (_, failure) => report(failure, 'Failed to add the note'),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim()) mutate();
  };
  return (
    <form onSubmit={add} className="mt-2 flex gap-2">
      <input
        aria-label="Note for staff"
        placeholder="Add a note for staff…"
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="field min-w-0 grow"
      />
      <button type="submit" disabled={isPending} className="btn btn-outline px-4">
        Add
      </button>
    </form>
  );
}
