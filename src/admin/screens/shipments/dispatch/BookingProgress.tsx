import Printer from 'virtual:icons/printer';
import X from 'virtual:icons/x';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ParcelLabels } from '#admin/data/shipments/labels/ParcelLabels.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import type { DispatchCourier, DispatchRow } from '#domain/couriers/dispatch.ts';
import { countJobs, type Run } from './booking-run.ts';
import { runText } from './dispatch-text.ts';
import { $run, isRunning, startRun, stopRun } from './run-store.ts';

/** How far the booking is, and what came of it until somebody has read it. */
export function BookingProgress({ couriers, rows }: { couriers: DispatchCourier[]; rows: DispatchRow[] }) {
  const run = useStore($run);
  const running = isRunning(run);
  // Whoever waited for the last one wants the labels; whoever was elsewhere presses the button.
  const [isWatched, setIsWatched] = useState(running);
  useEffect(() => {
    if (running) setIsWatched(true);
  }, [running]);
  return (
    <>
      {/* Says the end, not each of fifty steps. */}
      <p role="status" className="sr-only">
        {run && !running && runText(run)}
      </p>
      {run &&
        (running ? (
          <UnderWay run={run} couriers={couriers} />
        ) : (
          <Ended run={run} couriers={couriers} rows={rows} printsAtOnce={isWatched} />
        ))}
    </>
  );
}

function UnderWay({ run, couriers }: { run: Run; couriers: DispatchCourier[] }) {
  const { waiting, booking } = countJobs(run);
  const done = run.jobs.length - waiting - booking;
  const names = run.jobs
    .filter(({ state }) => state === 'booking')
    .map(({ courierId }) => couriers.find(({ id }) => id === courierId)?.name);
  return (
    <section aria-label="Booking" className="panel mb-5 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium tabular-nums">
          {formatCount(done)} of {formatCount(run.jobs.length)}
          <span className="ml-2 text-sm font-normal text-muted">{names.join(', ')}</span>
        </p>
        <button type="button" onClick={stopRun} className="btn btn-outline min-h-11 px-4">
          Stop
        </button>
      </div>
      <progress aria-label="Parcels booked" value={done} max={run.jobs.length} className="upload-progress mt-2" />
      <p className="mt-2 text-sm text-muted">You can go to another screen meanwhile. Just keep this page open.</p>
    </section>
  );
}

interface EndProps {
  run: Run;
  couriers: DispatchCourier[];
  rows: DispatchRow[];
  /** Opens the labels without being asked. */
  printsAtOnce: boolean;
}

function Ended({ run, couriers, rows, printsAtOnce }: EndProps) {
  const booked = run.jobs.flatMap(({ state, shipmentId }) => (state === 'booked' && shipmentId ? [shipmentId] : []));
  const [isPrinting, setIsPrinting] = useState(printsAtOnce && booked.length > 0);
  const { waiting } = countJobs(run);
  const left = run.jobs.filter(
    ({ state, id, shipmentId }) => state === 'waiting' && rows.some((row) => row.id === id || row.id === shipmentId),
  );
  return (
    <section aria-label="Booked" className="panel mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 py-2 pr-2 pl-4">
      <p className="min-w-0 grow break-words">
        <strong className="font-medium">{runText(run)}</strong>
        {run.stopped && <span className="block text-sm text-ink-soft">{run.stopped}</span>}
      </p>
      {waiting > 0 && left.length > 0 && (
        <button type="button" onClick={() => void startRun(left, couriers)} className="btn btn-primary min-h-11 px-4">
          Go on with {formatCount(left.length)}
        </button>
      )}
      {booked.length > 0 && (
        <button type="button" onClick={() => setIsPrinting(true)} className="btn btn-outline min-h-11 px-4">
          <Printer className="size-4" />
          {booked.length === 1 ? 'Print its parcel label' : `Print ${formatCount(booked.length)} parcel labels`}
        </button>
      )}
      <button type="button" onClick={() => $run.set(null)} aria-label="Dismiss" className="btn-icon">
        <X className="size-5" />
      </button>
      {isPrinting && <ParcelLabels shipmentIds={booked} printsAtOnce onClose={() => setIsPrinting(false)} />}
    </section>
  );
}
