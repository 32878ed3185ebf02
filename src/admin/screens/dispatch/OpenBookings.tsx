import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { placeOf } from '#admin/data/orders/labels.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Booking } from '#domain/couriers/contract.ts';
import type { DispatchCourier, DispatchRow } from '#domain/couriers/dispatch.ts';
import { line } from '#domain/text-fields.ts';
import { book, settle } from './dispatch-api.ts';
import { byCourier } from './dispatch-text.ts';

interface Props {
  rows: DispatchRow[];
  couriers: DispatchCourier[];
}

/** Bookings of which nobody knows the end: those that a courier did not answer, and those that wait for their number from a portal. */
export function OpenBookings({ rows, couriers }: Props) {
  const [toSettle, setToSettle] = useState<Booking | null>(null);
  return (
    <>
      {byCourier(rows).map(({ courier, rows: waiting }) => {
        const isPortal = couriers.find(({ name }) => name === courier)?.adapter === 'generic';
        return (
          <section key={courier} aria-label={`Open bookings with ${courier}`} className="panel mb-5">
            <div className="border-b border-line px-4 py-3">
              <h2 className="panel-heading break-words">
                {isPortal
                  ? `${countText('parcel', waiting.length)} for the portal of ${courier}`
                  : `${countText('booking', waiting.length)} with ${courier} that got no answer`}
              </h2>
              <p className="mt-1 text-sm text-ink-soft">
                {isPortal
                  ? 'Enter the tracking numbers that its portal gives.'
                  : 'They may be booked: do not book them elsewhere. Two minutes after the call, look them up, or enter what the courier’s portal shows.'}
              </p>
            </div>
            <ul className="divide-y divide-line">
              {waiting.map((row) => (
                <OpenBooking key={row.id} row={row} isPortal={isPortal} onSettle={setToSettle} />
              ))}
            </ul>
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

const found = z.object({ trackingNumber: line(120, 'Enter the tracking number') });

/** What staff found in the portal: the number, or that the parcel is not there and can be booked again. */
function SettleBooking({ booking: { id, orderNumber, reference, courier }, onClose }: { booking: Booking; onClose: () => void }) {
  const report = useErrorBanner();
  const { mutateAsync } = useMutation({ mutationFn: (trackingNumber: string) => settle(id, trackingNumber) });
  const staffForm = useStaffForm({
    schema: found,
    values: { trackingNumber: '' },
    save: ({ trackingNumber }) => mutateAsync(trackingNumber),
    onSaved: onClose,
    failure: 'Failed to save the tracking number',
  });
  const none = useMutation({
    mutationFn: () => settle(id, ''),
    onSuccess: () => {
      toast(`${orderNumber} can be booked again`);
      onClose();
    },
    onError: (error) => report(error, 'Failed to settle the booking'),
  });
  return (
    <FormDialog
      title={`Tracking number of ${orderNumber}`}
      staffForm={staffForm}
      action="Save"
      size="narrow"
      beginsInField="always"
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft break-words">
        In the portal of {courier} it has the reference <strong className="font-medium">{reference}</strong>.
      </p>
      <TextField name="trackingNumber" label="Tracking number *" autoCapitalize="characters" spellCheck={false} />
      <button type="button" disabled={none.isPending} onClick={() => none.mutate()} className="btn btn-quiet mt-3 min-h-11">
        It is not there
      </button>
    </FormDialog>
  );
}
