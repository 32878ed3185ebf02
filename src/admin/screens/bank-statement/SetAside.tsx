import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { lineDecision, type StatementLine } from '#domain/payments/bank-statement.ts';
import { putReason } from './statement-api.ts';

const schema = lineDecision.refine(({ reason }) => reason !== '', { path: ['reason'], message: 'Say why' });

/** Sets a line aside that pays no order. */
export function SetAside({ line: { id, amount, reference }, onClose }: { line: StatementLine; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ reason }: { reason: string }) => putReason(id, reason),
    onSuccess: () => toast(`${formatPrice(amount)} was set aside`),
  });
  const staffForm = useStaffForm({
    schema,
    values: { reason: '' },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to set the line aside',
  });
  return (
    <FormDialog title="Set aside" size="narrow" staffForm={staffForm} action="Set aside" onClose={onClose}>
      <p dir="auto" className="mb-4 break-words">
        {formatPrice(amount)}, {reference || 'no reference'}
      </p>
      <TextField<{ reason: string }>
        name="reason"
        label="Why *"
        hint="A transfer of your own, a supplier’s refund …"
        dir="auto"
      />
    </FormDialog>
  );
}
