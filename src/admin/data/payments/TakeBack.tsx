import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Payment, payment, paymentReversal } from '#domain/payments/contract.ts';
import { paymentName } from './labels.ts';

/** Takes back a payment that was booked by mistake. Both rows stay in the ledger. */
export function TakeBack({ booked, onClose }: { booked: Payment; onClose: () => void }) {
  const name = `${paymentName(booked)}, ${formatPrice(booked.amount)}`;
  const { mutateAsync } = useMutation({
    mutationFn: (body: { reason: string }) => callStaffApi('POST', `/payments/${booked.id}/reversal`, { body, schema: payment }),
    onSuccess: () => toast(`${name}: taken back`),
  });
  const staffForm = useStaffForm({
    schema: paymentReversal,
    values: { reason: '' },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to take the payment back',
  });
  return (
    <FormDialog title="Take Back" staffForm={staffForm} action="Take back" beginsInField="always" onClose={onClose}>
      <p className="mb-4">
        <strong className="font-medium">{name}</strong>
        <span className="block text-sm text-muted">
          For what was booked by mistake. Money that goes back to the customer is a refund instead.
        </span>
      </p>
      <TextField<{ reason: string }> name="reason" label="Why *" dir="auto" placeholder="Booked at the wrong order" />
    </FormDialog>
  );
}
