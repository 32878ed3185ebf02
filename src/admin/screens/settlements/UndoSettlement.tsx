import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type Settlement, settlementUndo } from '#domain/settlements/contract.ts';
import { undoSettlement } from './settlements-api.ts';

type Fields = z.infer<typeof settlementUndo>;

/** Takes back what a file moved, and asks why. The file may be booked again. */
export function UndoSettlement({
  settlement: { id, reference },
  onClose,
}: {
  settlement: Pick<Settlement, 'id' | 'reference'>;
  onClose: () => void;
}) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ reason }: Fields) => undoSettlement(id, reason),
    onSuccess: () => toast(`${reference} was undone`),
  });
  const staffForm = useStaffForm<Fields, Fields>({
    schema: settlementUndo,
    values: { reason: '' },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to undo the settlement',
  });
  return (
    <FormDialog
      title={`Undo ${reference}`}
      action="Undo"
      busyAction="Undoing…"
      staffForm={staffForm}
      size="narrow"
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        All that it moved is taken back: its parcels’ cash is with the courier again. It stays in the list as undone, and its file
        can be booked again.
      </p>
      <AreaField<Fields> name="reason" label="Why *" rows={3} />
    </FormDialog>
  );
}
