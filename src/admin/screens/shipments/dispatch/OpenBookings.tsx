import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { placeOf } from '#admin/data/orders/labels.ts';
import { SettleBooking } from '#admin/data/shipments/labels/SettleBooking.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Booking, PortalWork } from '#domain/couriers/contract.ts';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { book } from './dispatch-api.ts';
import { byCourier } from './dispatch-text.ts';
import { PortalFile } from './PortalFile.tsx';

interface Props {
  rows: DispatchRow[];
  /** Work at the portals of couriers that take files. */
  portals: PortalWork[];
  /** Brings the numbers of a portal back. */
  onAnswer: (portal: PortalWork) => void;
}

/** Bookings of which nobody knows the end: those that a courier did not answer, and those that wait for their number from a portal. */
export function OpenBookings({ rows, portals, onAnswer }: Props) {
  const [toSettle, setToSettle] = useState<Booking | null>(null);
  const groups = byCourier(rows);
  // Those of parcels that left meanwhile, or that are too many for this list.
  const others = portals.filter(
    ({ courier, fresh, waiting }) => fresh + waiting > 0 && !groups.some((group) => group.courier === courier),
  );
  return (
    <>
      {[...groups, ...others.map(({ courier }) => ({ courier, rows: [] }))].map(({ courier, rows: waiting }) => {
        const isPortal = waiting.every(({ booking }) => booking?.adapter === 'generic');
        const work = isPortal ? portals.find((portal) => portal.courier === courier) : undefined;
        const count = work ? Math.max(work.fresh + work.waiting, waiting.length) : waiting.length;
        return (
          <section key={courier} aria-label={`Open bookings with ${courier}`} className="panel mb-5">
            <div className="px-4 py-3">
              <h2 className="panel-heading break-words">
                {isPortal
                  ? `${countText('parcel', count)} for the portal of ${courier}`
                  : `${countText('booking', count)} with ${courier} that got no answer`}
              </h2>
              {!isPortal && (
                <p className="mt-1 text-sm text-ink-soft">
                  They may be booked: do not book them elsewhere. Two minutes after the call, look them up, or enter what the
                  courier’s portal shows.
                </p>
              )}
              {work && <PortalFile work={work} onAnswer={() => onAnswer(work)} />}
            </div>
            {waiting.length > 0 && (
              <ul className="divide-y divide-line border-t border-line">
                {waiting.map((row) => (
                  <OpenBooking key={row.id} row={row} isPortal={isPortal} onSettle={setToSettle} />
                ))}
              </ul>
            )}
          </section>
        );
      })}
      {toSettle && <SettleBooking booking={toSettle} onClose={() => setToSettle(null)} />}
    </>
  );
}

interface RowProps {
  row: DispatchRow;
  isPortal: boolean;
  onSettle: (booking: Booking) => void;
}

function OpenBooking({ row, isPortal, onSettle }: RowProps) {
  const { booking, orderNumber, customerName } = row;
  const report = useErrorBanner();
  const failure = `Failed to look up ${orderNumber}`;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ shipmentId, courierId }: Booking) => book(shipmentId, courierId),
    onSuccess: ({ state, trackingNumber, problem }) => {
      report(null, failure);
      toast(state === 'booked' ? `${orderNumber} is booked: ${trackingNumber}` : `${orderNumber}: ${problem}`);
    },
    onError: (error) => report(error, failure),
  });
  if (!booking) return null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p className="min-w-0 grow basis-56 break-words">
        <Link href={`/admin/orders/${orderNumber}`} className="font-medium underline-offset-4 hover:underline">
          {orderNumber}
        </Link>{' '}
        <bdi>{customerName}</bdi>, <bdi>{placeOf(row)}</bdi>
        <span className="block text-sm text-muted">
          {isPortal ? `Reference ${booking.reference}` : booking.problem || 'The courier is being called.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {!isPortal && (
          <button type="button" disabled={isPending} onClick={() => mutate(booking)} className="btn btn-outline min-h-11 px-3">
            {isPending ? 'Looking…' : 'Look up'}
          </button>
        )}
        <button
          type="button"
          onClick={() => onSettle(booking)}
          aria-label={`Enter number of ${orderNumber}`}
          className="btn btn-outline min-h-11 px-3"
        >
          Enter number
        </button>
      </div>
    </li>
  );
}
