import { DateField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { today } from '#admin/kit/formats.ts';
import { COURIER_TAXES, type NewCourier, TAX_TREATMENTS } from '#domain/couriers/contract.ts';
import { TAX_NAMES, TREATMENT_NAMES } from './courier-text.ts';
import { RowsField } from './RowsField.tsx';

const TAXES = COURIER_TAXES.map((value) => ({ value, label: TAX_NAMES[value] }));
const TREATMENTS = TAX_TREATMENTS.map((value) => ({ value, label: TREATMENT_NAMES[value] }));

/** What comes on top of the charges, and what is withheld from the cash, dated. */
export function TaxFields() {
  return (
    <RowsField
      name="taxes"
      title="Taxes"
      hint="In percent: of the charges, or of the cash collected. Ask your accountant whether what is withheld comes back."
      noun="tax"
      next={() => ({ validFrom: today(), tax: 'gst', treatment: 'final' })}
    >
      {(index) => (
        <>
          <DateField<NewCourier> name={`taxes.${index}.validFrom`} label="From *" className="col-span-2" />
          <NumberField<NewCourier>
            name={`taxes.${index}.percent`}
            label="Percent *"
            min={0}
            max={100}
            className="col-span-2 sm:col-span-1"
          />
          <SelectField<NewCourier> name={`taxes.${index}.tax`} label="Tax" options={TAXES} className="col-span-2 sm:col-span-3" />
          <SelectField<NewCourier>
            name={`taxes.${index}.treatment`}
            label="Treatment"
            options={TREATMENTS}
            className="col-span-2 sm:col-span-3"
          />
        </>
      )}
    </RowsField>
  );
}
