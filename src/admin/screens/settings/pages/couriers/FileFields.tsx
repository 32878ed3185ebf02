import { useWatch } from 'react-hook-form';
import { SelectField, TextField } from '#admin/kit/fields.tsx';
import { FILE_FIELDS, type FileField } from '#domain/couriers/booking-file.ts';
import type { NewCourier } from '#domain/couriers/contract.ts';
import { RowsField } from './RowsField.tsx';

const FIELD_NAMES: Record<FileField, string> = {
  reference: 'Reference (number of the shipment)',
  orderNumber: 'Order number',
  name: 'Name of the customer',
  phone: 'Phone (0300-1234567)',
  phoneDigits: 'Phone, digits alone (a spreadsheet drops the first 0)',
  address: 'Address',
  city: 'City, as the courier calls it',
  cityCode: 'Number of the city',
  collect: 'Rupees to collect',
  kilograms: 'Weight in kilograms',
  grams: 'Weight in grams',
  pieces: 'Number of pieces',
  contents: 'Artificial jewellery / fashion accessories',
  text: 'The same text in every row',
};

const FIELD_OPTIONS = FILE_FIELDS.map((value) => ({ value, label: FIELD_NAMES[value] }));

/** How the portal of the courier wants its file, and by which headers its answer is read. */
export function FileFields() {
  return (
    <>
      <RowsField
        name="fileMapping.columns"
        title="Columns of the file for its portal"
        hint="In the order of the portal’s template. A column has a field of the parcel, or the same text in every row."
        noun="column"
        next={() => ({ header: '', field: 'text', text: '' })}
      >
        {(index) => <Column index={index} />}
      </RowsField>
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <TextField<NewCourier> name="fileMapping.referenceHeader" label="Its answer has our reference under *" />
        <TextField<NewCourier> name="fileMapping.trackingHeader" label="and the tracking number under *" />
      </div>
    </>
  );
}

function Column({ index }: { index: number }) {
  const name = `fileMapping.columns.${index}` as const;
  const field = useWatch<NewCourier, `${typeof name}.field`>({ name: `${name}.field` });
  return (
    <>
      <TextField<NewCourier> name={`${name}.header`} label="Header *" className="col-span-2" />
      <SelectField<NewCourier>
        name={`${name}.field`}
        label="Field"
        options={FIELD_OPTIONS}
        placeholder="The same text in every row"
        className="col-span-2"
      />
      {(field ?? 'text') === 'text' && <TextField<NewCourier> name={`${name}.text`} label="Text" className="col-span-2" />}
    </>
  );
}
