import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, MomentField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type DiscountCode, type NewDiscountCode, newDiscountCode } from '#domain/discounts/contract.ts';
import { fieldsOf } from './code-list.ts';
import { fetchCode, postCode, putCode } from './discount-codes.ts';
import { OnlyFor } from './OnlyFor.tsx';

const KINDS = [
  { value: 'percent', label: 'Percent' },
  { value: 'sum', label: 'Rupees' },
];
const TARGETS = [
  { value: 'lines', label: 'The pieces' },
  { value: 'delivery', label: 'The delivery charge' },
];

type Typed = Partial<NewDiscountCode>;

const NEW: Typed = {
  code: '',
  name: '',
  kind: 'percent',
  target: 'lines',
  startsAt: null,
  endsAt: null,
  minimum: 0,
  productIds: [],
  categories: [],
  maxUses: null,
  oncePerPhone: true,
  newCustomersOnly: false,
  isPaused: false,
};

/** A new code. */
export function NewCode({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: postCode, onSuccess: ({ code }) => toast(`${code} can be used now`) });
  const staffForm = useStaffForm({
    schema: newDiscountCode,
    values: NEW,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to add the code',
  });
  return (
    <FormDialog title="New Code" staffForm={staffForm} action="Add Code" busyAction="Adding…" onClose={onClose}>
      <Fields kind={staffForm.form.watch('kind')} />
    </FormDialog>
  );
}

/** Changes a code. Orders that have it keep their price. */
export function EditCode({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  const edited = useEditVersion(code, () => fetchCode(code.id));
  const { mutateAsync } = useMutation({
    mutationFn: (typed: NewDiscountCode) => putCode(code.id, { ...typed, updatedAt: edited.version() }),
    onSuccess: (saved) => toast(`${saved.code} was saved`),
  });
  const staffForm = useStaffForm({
    schema: newDiscountCode,
    values: fieldsOf(code),
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to save the code',
  });
  return (
    <FormDialog
      title={`Edit ${code.code}`}
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, fieldsOf)}
    >
      {code.uses > 0 && <p className="-mt-1 mb-4 text-sm text-muted">Orders that have the code keep their price.</p>}
      <Fields kind={staffForm.form.watch('kind')} />
    </FormDialog>
  );
}

function Fields({ kind }: { kind: string | undefined }) {
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <TextField<NewDiscountCode>
        name="code"
        label="Code *"
        hint="3 to 20 letters and digits, such as EID10"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField<NewDiscountCode>
        name="name"
        label="Creator or campaign"
        hint="Codes with the same name are added up"
        dir="auto"
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField<NewDiscountCode> name="value" label="Takes off *" min={1} />
        <SelectField<NewDiscountCode> name="kind" label="In" options={KINDS} />
      </div>
      <SelectField<NewDiscountCode> name="target" label="Off" options={TARGETS} />
      <NumberField<NewDiscountCode>
        name="minimum"
        label="From an order of (rupees)"
        hint="Without delivery, before the discount"
        min={0}
        empty={0}
      />
      <NumberField<NewDiscountCode> name="maxUses" label="Uses at most" hint="Empty: no limit" min={1} step={1} empty={null} />
      <MomentField<NewDiscountCode> name="startsAt" label="Starts" hint="Pakistan time. Empty: at once" />
      <MomentField<NewDiscountCode> name="endsAt" label="Ends" hint="Pakistan time. Empty: when you pause it" />
      <OnlyFor className="sm:col-span-2" />
      <CheckField<NewDiscountCode> name="oncePerPhone" label="Once per phone number" />
      <CheckField<NewDiscountCode> name="newCustomersOnly" label="Only for a first order" />
      {kind === 'sum' && (
        <p className="text-sm text-muted sm:col-span-2">A code never takes off more than the pieces, or the delivery, cost.</p>
      )}
    </div>
  );
}
