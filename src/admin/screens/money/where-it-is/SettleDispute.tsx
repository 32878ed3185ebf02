import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type Dispute, disputeEnding, PAID_INTO } from '#domain/settlements/disputes.ts';
import { postEnding } from './money-api.ts';
import { DISPUTE_KIND_LABELS } from './money-labels.ts';

const [paid, accepted] = disputeEnding.options;

const form = z.object({
  end: z.enum(['paid', 'accepted']),
  ...paid.omit({ end: true }).partial().shape,
  reason: accepted.shape.reason.or(z.literal('')),
});

type Typed = z.input<typeof form>;

const ENDS = [
  { value: 'paid', label: 'The courier paid it back' },
  { value: 'accepted', label: 'We no longer ask for it' },
];

const PLACES: Record<(typeof PAID_INTO)[number], string> = {
  bank: 'Into the bank',
  cash: 'In cash',
  courier: 'It comes with the next payment',
};

/** Settles what no file settles. Cash comes by a file alone, so that it can only be written off. */
export function SettleDispute({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const { id, kind, amount, trackingNumber, shipmentNumber } = dispute;
  const isCash = kind === 'short' || kind === 'missing' || kind === 'late';
  const { mutateAsync } = useMutation({
    mutationFn: (typed: Typed) => postEnding(id, disputeEnding.parse(typed)),
    onSuccess: () => toast(`${trackingNumber || shipmentNumber} is settled`),
  });
  const staffForm = useStaffForm<Typed, Typed>({
    schema: form.superRefine((typed, context) => {
      const { error } = disputeEnding.safeParse(typed);
      for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    }) as unknown as z.ZodType<Typed, Typed>,
    values: { end: isCash ? 'accepted' : 'paid', amount, paidInto: 'bank', reference: '', reason: '' },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to settle',
  });
  const isPaid = staffForm.form.watch('end') === 'paid';
  return (
    <FormDialog
      title={`Settle ${trackingNumber || shipmentNumber}`}
      action="Settle"
      size="narrow"
      staffForm={staffForm}
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        {DISPUTE_KIND_LABELS[kind].text}: <Rupees of={amount} />.{' '}
        {isCash && 'What the courier still pays comes with a file, and settles it by itself. Here it is written off.'}
      </p>
      <div className="grid gap-4">
        {!isCash && <SelectField<Typed> name="end" label="How it ended *" options={ENDS} />}
        {isPaid ? (
          <>
            <NumberField<Typed> name="amount" label="Paid back *" min={0} />
            <SelectField<Typed>
              name="paidInto"
              label="Where is it? *"
              options={PAID_INTO.map((value) => ({ value, label: PLACES[value] }))}
            />
            <TextField<Typed> name="reference" label="Transaction number" spellCheck={false} />
          </>
        ) : (
          <AreaField<Typed> name="reason" label="Why *" rows={3} />
        )}
      </div>
    </FormDialog>
  );
}
