import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, CheckField, SelectField, TextField } from '#admin/kit/fields.tsx';
import type { DialogProps } from '#admin/kit/RecordScreen.tsx';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import type { ApiFailure } from '#browser/api.ts';
import { orderEdit, type StaffOrder } from '#domain/orders/contract.ts';
import { cityNames } from '#domain/places/cities.ts';
import { countries } from '#domain/places/countries.ts';
import { orders } from './orders.ts';

const COUNTRIES = countries().map(({ code, name }) => ({ value: code, label: name }));

function valuesOf(order: StaffOrder) {
  const { customerName, customerEmail, customerPhone, customerAddress, city, zipCode, country, notes } = order;
  const { giftNote, hidesPrices } = order;
  const secondPhone = order.secondPhone ?? '';
  const recipient = { recipientName: order.recipientName ?? '', recipientPhone: order.recipientPhone ?? '' };
  const contact = { customerName, customerEmail, customerPhone, secondPhone, ...recipient };
  return { ...contact, customerAddress, city, zipCode, country, notes, giftNote, hidesPrices };
}

/** A code that is not for the new phone goes, once somebody has read what the order costs then. */
function newTotal({ code, details }: ApiFailure) {
  return code === 'price_changed' ? { totalSeen: (details as { total: number }).total } : {};
}

/** Corrects contact, address and notes of an order. */
export function EditOrder({ item, onClose }: DialogProps<StaffOrder>) {
  const editing = useEditForm(orders, item, {
    schema: orderEdit,
    valuesOf,
    // Two numbers typed into the first field change the second one, too.
    dirtyOf: (changed) => (changed.customerPhone ? { ...changed, secondPhone: true } : changed),
    agreed: newTotal,
    onClose,
  });
  const { refusal, errorText } = editing.staffForm;
  const losesCode = errorText !== '' && refusal?.code === 'price_changed';

  return (
    <FormDialog {...editing} action={losesCode ? 'Save without the code' : editing.action}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="customerName" label="Customer name" />
        <TextField name="customerEmail" label="Email" type="email" />
        <TextField name="customerPhone" label="Phone" type="tel" />
        <TextField name="secondPhone" label="Second phone" type="tel" />
        <TextField name="recipientName" label="Goes to, if somebody else" />
        <TextField name="recipientPhone" label="Their phone" type="tel" />
        <TextField name="city" label="City" list="known-cities" />
        <datalist id="known-cities">
          {cityNames().map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <AreaField name="customerAddress" label="Address" rows={2} className="sm:col-span-2" />
        <TextField name="zipCode" label="Zip code" />
        <SelectField name="country" label="Country" options={COUNTRIES} />
        <AreaField name="giftNote" label="Text on the gift’s card" rows={2} className="sm:col-span-2" />
        <CheckField name="hidesPrices" label="No prices in the parcel" className="sm:col-span-2" />
        <AreaField name="notes" label="Notes" className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
