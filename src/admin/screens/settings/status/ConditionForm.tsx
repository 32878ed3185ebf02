import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, NumberField } from '#admin/kit/fields.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { CONDITIONS } from '#domain/status/conditions.ts';
import { type Condition, type ConditionEdit, conditionEdit, type ShopStatus } from '#domain/status/contract.ts';
import { changeCondition } from './status-api.ts';

interface Props {
  condition: Condition;
  onSaved: (status: ShopStatus) => void;
  onClose: () => void;
}

/** Changes from when on owners are told of a condition, and whether at all. */
export function ConditionForm({ condition: { kind, threshold, isWatched }, onSaved, onClose }: Props) {
  const { name, unit } = CONDITIONS[kind];
  const staffForm = useStaffForm({
    schema: conditionEdit,
    values: { threshold, isWatched },
    save: async (edit) => onSaved(await changeCondition(kind, edit)),
    onSaved: onClose,
    failure: 'Failed to save the condition',
  });
  return (
    <FormDialog title={name} staffForm={staffForm} action="Save" size="narrow" onClose={onClose}>
      <div className="space-y-4">
        <NumberField<ConditionEdit> name="threshold" label={`From how many ${unit[1]} on *`} inputMode="numeric" />
        <CheckField<ConditionEdit>
          name="isWatched"
          label="Tell the owners by mail"
          hint="Switched off, it still shows on this screen."
        />
      </div>
    </FormDialog>
  );
}
