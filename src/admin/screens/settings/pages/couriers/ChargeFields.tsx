import { useFormContext } from 'react-hook-form';
import { DateField, NumberField, TextField } from '#admin/kit/fields.tsx';
import { today } from '#admin/kit/formats.ts';
import type { NewCourier } from '#domain/couriers/contract.ts';
import { RowsField } from './RowsField.tsx';

/** What the courier takes by weight and zone, dated. */
export function ChargeFields() {
  const { getValues } = useFormContext<NewCourier>();
  const next = () => {
    const [last] = getValues('charges').slice(-1);
    return {
      validFrom: last?.validFrom ?? today(),
      zone: last?.zone ?? '',
      upToGrams: last ? undefined : 500,
      furtherKg: 0,
    };
  };
  return (
    <RowsField
      name="charges"
      title="Charges"
      hint="In rupees, without GST. A new price list is new rows with its first day: what was booked keeps its charge."
      noun="charge"
      next={next}
    >
      {(index) => (
        <>
          <DateField<NewCourier> name={`charges.${index}.validFrom`} label="From *" className="col-span-2" />
          <TextField<NewCourier> name={`charges.${index}.zone`} label="Zone" />
          <NumberField<NewCourier> name={`charges.${index}.upToGrams`} label="Up to (g) *" step={1} min={1} />
          <NumberField<NewCourier> name={`charges.${index}.charge`} label="Charge *" min={0} />
          <NumberField<NewCourier> name={`charges.${index}.furtherKg`} label="Further kg" min={0} empty={0} />
        </>
      )}
    </RowsField>
  );
}
