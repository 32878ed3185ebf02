import { useEffect, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { AreaField, DateField, TextField } from '#admin/kit/fields.tsx';
import { useKnownSupplier } from './known-supplier.ts';

/** Whom the purchase order goes to. Known suppliers are suggested, and what is known of the one that is named fills empty fields. */
export function SupplierFields() {
  const names = useId();
  const { like, supplier } = useKnownSupplier();
  const { formState, getValues, setValue } = useFormContext();
  const isAnother = supplier && supplier.name !== formState.defaultValues?.['supplierName'];

  useEffect(() => {
    if (!isAnother) return;
    const { phone, email, address } = supplier;
    for (const [field, known] of Object.entries({ supplierPhone: phone, supplierEmail: email, supplierAddress: address }))
      if (known && !getValues(field)) setValue(field, known, { shouldDirty: true });
  }, [isAnother, supplier, getValues, setValue]);

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="supplierName" label="Supplier Name *" aria-required list={names} />
      <datalist id={names}>
        {like.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <TextField name="supplierEmail" label="Supplier Email" type="email" />
      <TextField name="supplierPhone" label="Supplier Phone" type="tel" />
      <DateField name="expectedDeliveryDate" label="Expected Delivery" />
      <AreaField name="supplierAddress" label="Supplier Address" rows={2} className="sm:col-span-2" />
    </div>
  );
}
