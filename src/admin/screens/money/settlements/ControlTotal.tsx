import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, TextField } from '#admin/kit/fields.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { settlementFile } from '#domain/settlements/contract.ts';
import type { ReadSettlement } from '#domain/settlements/read-settlement.ts';
import { FileProblems } from './FileProblems.tsx';
import type { CheckedSettlement, SettlementDraft } from './settlement-draft.ts';
import { checkFile } from './settlements-api.ts';

const schema = settlementFile.pick({ reference: true, control: true });

export type TypedControl = z.input<typeof schema>;
type Typed = TypedControl;
type Sent = z.output<typeof schema>;

interface Props {
  draft: SettlementDraft;
  read: ReadSettlement;
  /** What was typed before. */
  typed: TypedControl | null;
  onTyped: (typed: TypedControl) => void;
  onClose: () => void;
  onColumns: () => void;
  onChecked: (checked: CheckedSettlement) => void;
}

/** What the portal or the bank says of the payment. The file's own sums are not shown before, so that nobody copies them. */
export function ControlTotal({ draft, read, typed, onTyped, onClose, onColumns, onChecked }: Props) {
  const { mutateAsync } = useMutation({ mutationFn: checkFile });
  const staffForm = useStaffForm<Typed, Sent>({
    schema,
    values: { reference: typed?.reference ?? read.reference, ...(typed?.control && { control: typed.control }) },
    save: async ({ reference, control }) => {
      const { courier, fileName, fileHash } = draft;
      const file = { courierId: courier.id, fileName, fileHash, reference, control, rows: read.rows };
      onTyped({ reference, control });
      onChecked({ file, check: await mutateAsync(file) });
    },
    onSaved: () => {},
    failure: 'Failed to compare the file with the parcels',
  });
  function leaveForColumns(): void {
    onTyped(staffForm.form.getValues());
    onColumns();
  }

  return (
    <FormDialog
      title={`What ${draft.courier.name} paid`}
      staffForm={staffForm}
      action="Compare with the parcels"
      busyAction="Comparing…"
      onClose={onClose}
    >
      <p role="status" className="mb-4 break-words">
        {draft.fileName} was read without a fault.{' '}
        <button type="button" onClick={leaveForColumns} className="quiet-link">
          See its columns
        </button>
      </p>
      <FileProblems problems={read.problems} />
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Type these from the courier’s portal or from the bank, not from the file: a file whose end is missing looks like a whole
        one.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField<Typed>
          name="control.parcels"
          label="Parcels *"
          hint="Delivered and returned"
          inputMode="numeric"
          type="number"
          min={0}
        />
        <NumberField<Typed>
          name="control.sum"
          label="Sum paid out (Rs.) *"
          hint="Below zero if the shop pays the courier"
          inputMode="decimal"
          type="number"
          step="0.01"
        />
        <TextField<Typed>
          name="reference"
          label="Number of the payment *"
          hint="The courier’s own: of its CPR, invoice or cheque"
          spellCheck={false}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  );
}
