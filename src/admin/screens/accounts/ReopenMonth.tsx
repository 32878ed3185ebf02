import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { monthReopening } from '#domain/books/contract.ts';
import { monthName } from './book-texts.ts';
import { reopenMonth } from './books-api.ts';

const schema = monthReopening.pick({ reason: true });
type Fields = z.infer<typeof schema>;

/** Reopens the month that was closed last, and asks why. */
export function ReopenMonth({ month, onClose }: { month: string; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ reason }: Fields) => reopenMonth({ month, reason }),
    onSuccess: () => toast(`${monthName(month)} is open again`),
  });
  const staffForm = useStaffForm<Fields, Fields>({
    schema,
    values: { reason: '' },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to reopen the month',
  });
  return (
    <FormDialog
      title={`Reopen ${monthName(month)}`}
      action="Reopen"
      busyAction="Reopening…"
      staffForm={staffForm}
      size="narrow"
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        Its balance is no longer kept until it is closed again. Who reopened it and why stays under Activity.
      </p>
      <AreaField<Fields> name="reason" label="Why *" rows={3} />
    </FormDialog>
  );
}
