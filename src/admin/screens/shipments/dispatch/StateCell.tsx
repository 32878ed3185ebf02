import { useStore } from '@nanostores/react';
import { use } from 'react';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import type { Job, JobState, Run } from './booking-run.ts';
import { courierOf } from './chosen-courier.ts';
import { CouriersContext } from './couriers-context.ts';
import { $chosen, $run, isRunning, startRun } from './run-store.ts';

const STATES: Record<JobState, StatusLabel> = {
  waiting: { text: 'Waiting', tone: 'tone-wait' },
  booking: { text: 'Booking…', tone: 'tone-work' },
  booked: { text: 'Booked', tone: 'tone-done' },
  filed: { text: 'For the portal', tone: 'tone-part' },
  unclear: { text: 'Unclear', tone: 'tone-stop' },
  failed: { text: 'Not booked', tone: 'tone-stop' },
};

function jobOf(run: Run | null, { id }: DispatchRow): Job | undefined {
  return run?.jobs.find((job) => job.id === id || job.shipmentId === id);
}

/** How far the booking of a parcel is, or why there is none, with the way to try again. */
export function StateCell({ row }: { row: DispatchRow }) {
  const run = useStore($run);
  const chosen = useStore($chosen);
  const couriers = use(CouriersContext);
  const running = isRunning(run);
  const job = jobOf(run, row);
  const state: JobState | undefined = job && (running || job.state === 'failed') ? job.state : undefined;
  const problem = job?.state === 'failed' ? job.problem : row.booking?.state === 'failed' ? row.booking.problem : '';
  const courierId = courierOf(row, chosen);
  if (!state && !problem) return null;

  function again() {
    if (!courierId) return;
    const { id, orderId, orderNumber, shipment } = row;
    void startRun([{ id, orderId, orderNumber, shipmentId: shipment?.id ?? null, courierId }], couriers);
  }
  return (
    <div className="mt-1 text-sm">
      <StatusBadge label={STATES[state ?? 'failed']} />
      {problem && <p className="mt-1 break-words text-danger">{problem}</p>}
      {problem && !running && (
        <button
          type="button"
          onClick={again}
          disabled={!courierId}
          aria-label={`Try again to book ${row.orderNumber}`}
          className="btn btn-outline mt-1 min-h-11 px-3"
        >
          Try again
        </button>
      )}
    </div>
  );
}
