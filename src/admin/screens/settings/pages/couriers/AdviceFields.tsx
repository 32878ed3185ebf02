import { NumberField, SelectField } from '#admin/kit/fields.tsx';
import type { NewCourier } from '#domain/couriers/contract.ts';
import { ATTEMPT_REASONS, reasonText } from '#domain/couriers/parcel-status.ts';
import { RowsField } from './RowsField.tsx';

const REASONS = [
  { value: '', label: 'Any other reason' },
  ...ATTEMPT_REASONS.map((value) => ({ value, label: reasonText(value) })),
];

/** How long after an attempt in vain the courier takes advice. */
export function AdviceFields() {
  return (
    <RowsField
      name="adviceHours"
      title="Advice after an attempt"
      hint="How many hours the courier waits for your advice before it sends a parcel back, by the reason of the failed attempt: 24 unless stated. On the last day, until the cut-off."
      noun="deadline"
      next={() => ({ reason: '', hours: 24 })}
    >
      {(index) => (
        <>
          <SelectField<NewCourier>
            name={`adviceHours.${index}.reason`}
            label="Reason"
            options={REASONS}
            className="col-span-2 sm:col-span-4"
          />
          <NumberField<NewCourier>
            name={`adviceHours.${index}.hours`}
            label="Hours *"
            min={1}
            max={240}
            className="col-span-2 sm:col-span-1"
          />
        </>
      )}
    </RowsField>
  );
}
