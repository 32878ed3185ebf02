import Printer from 'virtual:icons/printer';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import type { ShipmentPapers } from '#domain/shipments/labels.ts';
import { AskedSumText } from './AskedSums.tsx';
import { ParcelLabels } from './ParcelLabels.tsx';
import { bookAgain, cancelBooking, papersQuery } from './papers-api.ts';
import { SettleBooking } from './SettleBooking.tsx';

type Booking = NonNullable<ShipmentPapers['booking']>;

const STATES: Record<Booking['state'], string> = {
  intended: 'Being booked',
  unknown: 'Not known to be booked',
  booked: 'Booked',
  failed: 'Booking failed',
  cancelled: 'Booking cancelled',
};

/** What booking and label of a parcel say, whether that is still right, and what can be done about it. */
export function ParcelPapers({ shipmentId }: { shipmentId: string }) {
  const { data: papers } = useQuery(papersQuery(shipmentId));
  const [isPrinting, setPrinting] = useState(false);
  if (!papers) return null;
  const { booking, label, askedSum, isOver } = papers;
  return (
    <section aria-label="Booking and label" className="panel space-y-4 px-4 py-4 sm:px-5">
      {askedSum && !askedSum.settledAt && (
        <div className="bg-notice px-4 py-3">
          <AskedSumText said={askedSum} />
        </div>
      )}
      {booking && <BookingState booking={booking} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {label
            ? `Parcel label printed ${formatMoment(label.printedAt)}${label.printedBy ? ` by ${label.printedBy}` : ''}`
            : 'No label printed'}
          {label && !label.isCurrent && (
            <strong role="alert" className="block font-medium text-danger">
              That label is out of date: print it again.
            </strong>
          )}
        </p>
        {!isOver && (
          <MayButton right="send_parcels" onClick={() => setPrinting(true)} className="btn btn-outline px-4">
            <Printer className="size-4" />
            Print parcel label
          </MayButton>
        )}
      </div>
      {isPrinting && (
        <ParcelLabels
          shipmentIds={[shipmentId]}
          hasCourierPapers={booking?.state === 'booked' && booking.adapter !== 'generic'}
          onClose={() => setPrinting(false)}
        />
      )}
    </section>
  );
}

function BookingState({ booking }: { booking: Booking }) {
  const { id, state, courier, adapter, trackingNumber, problem, differs } = booking;
  const [isCancelling, setCancelling] = useState<'call' | 'portal' | null>(null);
  const [isSettling, setSettling] = useState(false);
  const report = useErrorBanner();
  const again = useMutation({
    mutationFn: () => bookAgain(booking),
    onSettled: (_, failure) => report(failure, 'Failed to book the parcel'),
  });
  const cancel = useMutation({ mutationFn: (isCancelledThere: boolean) => cancelBooking(id, isCancelledThere) });
  const isOpen = state === 'intended' || state === 'unknown';
  const isPortal = adapter === 'generic';
  return (
    <div>
      <p className="break-words">
        <strong className="font-medium">{isOpen && isPortal ? 'Waits for its tracking number' : STATES[state]}</strong> ·{' '}
        <bdi>{courier}</bdi>
        {trackingNumber && <span className="tabular-nums"> · {trackingNumber}</span>}
      </p>
      {isOpen && isPortal ? (
        <p className="break-words text-ink-soft">In its portal it has the reference {booking.reference}.</p>
      ) : (
        problem && <p className="break-words text-ink-soft">{problem}</p>
      )}
      {differs && (
        <p role="alert" className="mt-2 bg-notice px-4 py-3">
          <strong className="font-medium">{courier} was told to collect a different sum from what is due now.</strong>{' '}
          {isOpen
            ? 'Take the parcel out of its portal, say here that it is not there, and book it again.'
            : 'Cancel the booking, and book the parcel again.'}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {((isOpen && !isPortal) || state === 'failed') && (
          <MayButton
            right="send_parcels"
            disabled={again.isPending}
            onClick={() => again.mutate()}
            className="btn btn-outline btn-small"
          >
            {isOpen ? 'Look up' : 'Book again'}
          </MayButton>
        )}
        {isOpen && (
          <MayButton right="send_parcels" onClick={() => setSettling(true)} className="btn btn-outline btn-small">
            Enter number
          </MayButton>
        )}
        {state === 'booked' && !isPortal && (
          <MayButton right="send_parcels" onClick={() => setCancelling('call')} className="btn btn-outline btn-small">
            Cancel booking
          </MayButton>
        )}
        {/* The shop cannot call a portal, nor can it know what a courier did whose answer was lost. */}
        {state === 'booked' && (isPortal || problem) && (
          <MayButton right="send_parcels" onClick={() => setCancelling('portal')} className="btn btn-outline btn-small">
            It is cancelled in the portal
          </MayButton>
        )}
      </div>
      {isCancelling && (
        <ConfirmDialog
          question={
            isCancelling === 'call' ? `Cancel the booking with ${courier}?` : `Is it cancelled in the portal of ${courier}?`
          }
          detail={
            isCancelling === 'call'
              ? `${trackingNumber}. The parcel can be booked again after that.`
              : `${trackingNumber}. The shop only notes it: cancel it there first. The parcel can be booked again after that.`
          }
          action={isCancelling === 'call' ? 'Cancel booking' : 'Yes, it is cancelled'}
          cancel="Keep it"
          onConfirm={() => cancel.mutateAsync(isCancelling === 'portal')}
          failure="Failed to cancel the booking"
          onClose={() => setCancelling(null)}
        />
      )}
      {isSettling && <SettleBooking booking={booking} onClose={() => setSettling(false)} />}
    </div>
  );
}
