import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { ABOUT_ADAPTERS, ADAPTERS, type Adapter } from '#domain/couriers/adapters.ts';
import { DEFAULT_MAPPING } from '#domain/couriers/booking-file.ts';
import { type Courier, type NewCourier, newCourier } from '#domain/couriers/contract.ts';
import { AdviceFields } from './AdviceFields.tsx';
import { ChargeFields } from './ChargeFields.tsx';
import { CityLinesField } from './CityLinesField.tsx';
import { fetchCourier, fieldsOf, postCourier, putCourier } from './couriers-api.ts';
import { FileFields } from './FileFields.tsx';
import { TaxFields } from './TaxFields.tsx';

const ADAPTER_OPTIONS = ADAPTERS.map((value) => ({ value, label: ABOUT_ADAPTERS[value].name }));

const NEW: NewCourier = {
  name: '',
  adapter: 'generic',
  cutOff: '16:00',
  pickupCode: '',
  payoutDays: 14,
  fileMapping: DEFAULT_MAPPING as NewCourier['fileMapping'],
  isActive: true,
  cities: [],
  charges: [],
  taxes: [],
  adviceHours: [],
};

/** A new courier. */
export function NewCourierForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: postCourier, onSuccess: ({ name }) => toast(`${name} was added`) });
  const staffForm = useStaffForm({
    schema: newCourier,
    values: NEW,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to add the courier',
  });
  return (
    <FormDialog title="New Courier" size="wide" staffForm={staffForm} action="Add Courier" busyAction="Adding…" onClose={onClose}>
      <Fields adapter={staffForm.form.watch('adapter') ?? 'generic'} />
    </FormDialog>
  );
}

/** Changes a courier. What was booked keeps its charge. */
export function EditCourier({ courier, onClose }: { courier: Courier; onClose: () => void }) {
  const edited = useEditVersion(courier, () => fetchCourier(courier.id));
  const { mutateAsync } = useMutation({
    mutationFn: (typed: NewCourier) => putCourier(courier.id, { ...typed, updatedAt: edited.version() }),
    onSuccess: ({ name }) => toast(`${name} was saved`),
  });
  const staffForm = useStaffForm({
    schema: newCourier,
    values: fieldsOf(courier),
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to save the courier',
  });
  return (
    <FormDialog
      title={`Edit ${courier.name}`}
      size="wide"
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, fieldsOf)}
    >
      <Fields adapter={staffForm.form.watch('adapter') ?? 'generic'} />
    </FormDialog>
  );
}

function Fields({ adapter }: { adapter: Adapter }) {
  return (
    <div className="grid gap-x-4 gap-y-5">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <TextField<NewCourier> name="name" label="Name *" dir="auto" />
        <SelectField<NewCourier> name="adapter" label="Reached by" options={ADAPTER_OPTIONS} />
        <TextField<NewCourier> name="cutOff" label="Cut-off *" type="time" hint="Later counts for the next day" />
        <NumberField<NewCourier>
          name="payoutDays"
          label="Pays out within *"
          step={1}
          min={1}
          hint="Days after a delivery; anything later is late"
        />
        {adapter !== 'generic' && (
          <TextField<NewCourier>
            name="pickupCode"
            label="Collects at"
            hint={ABOUT_ADAPTERS[adapter].pickupHint}
            spellCheck={false}
          />
        )}
        <CheckField<NewCourier> name="isActive" label="In use" className="self-end" />
      </div>
      <CityLinesField />
      <ChargeFields />
      <TaxFields />
      <AdviceFields />
      {adapter === 'generic' && <FileFields />}
    </div>
  );
}
