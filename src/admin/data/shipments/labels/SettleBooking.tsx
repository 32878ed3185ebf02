import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { Booking } from '#domain/couriers/contract.ts';
import { line } from '#domain/text-fields.ts';
import { settleBooking } from './papers-api.ts';

const found = z.object({ trackingNumber: line(120, 'Enter the tracking number') });

type Open = Pick<Booking, 'id' | 'orderNumber' | 'reference' | 'courier'>;

/** What staff found in the portal of the courier: the number, or that the parcel is not there and can be booked again. */
export function SettleBooking({
  booking: { id, orderNumber, reference, courier },
  onClose,
}: {
  booking: Open;
  onClose: () => void;
}) {
  const report = useErrorBanner();
  const { mutateAsync } = useMutation({ mutationFn: (trackingNumber: string) => settleBooking(id, trackingNumber) });
  const staffForm = useStaffForm({
    schema: found,
    values: { trackingNumber: '' },
    save: ({ trackingNumber }) => mutateAsync(trackingNumber),
    onSaved: onClose,
    failure: 'Failed to save the tracking number',
  });
  const none = useMutation({
    mutationFn: () => settleBooking(id, ''),
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
      <div className="mt-5 border-t border-line pt-4">
        <p className="text-sm text-ink-soft">Not in the portal? Then it was not booked, and can be booked again.</p>
        <button type="button" disabled={none.isPending} onClick={() => none.mutate()} className="btn btn-outline btn-small mt-2">
          It is not there
        </button>
      </div>
    </FormDialog>
  );
}
