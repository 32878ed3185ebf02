import { useMutation } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { PUSH_LABELS } from '#admin/data/push/labels.ts';
import { putWishes } from '#admin/data/push/push-api.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { useRights } from '#admin/platform/rights.ts';
import { PUSH_KINDS, type PushDevice } from '#domain/push/contract.ts';
import { isAllowed } from '#domain/rights/needed.ts';
import { type TypedWishes, typedWishes, wishesOf } from './typed-wishes.ts';

/** What a device is told of, and when it is quiet. */
export function DeviceWishes({ device, onClose }: { device: PushDevice; onClose: () => void }) {
  const rights = useRights();
  const { mutateAsync } = useMutation({ mutationFn: (typed: TypedWishes) => putWishes(device.id, wishesOf(typed)) });
  const staffForm = useStaffForm({
    schema: typedWishes,
    values: {
      told: Object.fromEntries(PUSH_KINDS.map((kind) => [kind, device.kinds.includes(kind)])) as TypedWishes['told'],
      isQuiet: device.quietFrom !== null,
      quietFrom: device.quietFrom ?? '22:00',
      quietTo: device.quietTo ?? '08:00',
    },
    save: (typed) => mutateAsync(typed),
    onSaved: () => {
      toast('Saved');
      onClose();
    },
    failure: 'Failed to save the notifications',
  });
  return (
    <FormDialog title={device.device} size="narrow" staffForm={staffForm} action="Save" onClose={onClose}>
      <fieldset>
        <legend className="mb-2 font-medium">Tell me about</legend>
        <div className="space-y-1">
          {PUSH_KINDS.filter((kind) => isAllowed(rights, PUSH_LABELS[kind].rights)).map((kind) => (
            <CheckField<TypedWishes>
              key={kind}
              name={`told.${kind}`}
              label={PUSH_LABELS[kind].name}
              hint={PUSH_LABELS[kind].hint}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-5">
        <legend className="mb-2 font-medium">Quiet hours</legend>
        <CheckField<TypedWishes>
          name="isQuiet"
          label="Be quiet at certain hours"
          hint="Whatever happens meanwhile comes as one notification when they end."
        />
        <QuietHours />
      </fieldset>
    </FormDialog>
  );
}

function QuietHours() {
  const { control } = useFormContext<TypedWishes>();
  if (!useWatch({ control, name: 'isQuiet' })) return null;
  return (
    <div className="mt-3 grid grid-cols-2 gap-4">
      <TextField<TypedWishes> name="quietFrom" label="From *" type="time" />
      <TextField<TypedWishes> name="quietTo" label="To *" type="time" />
    </div>
  );
}
