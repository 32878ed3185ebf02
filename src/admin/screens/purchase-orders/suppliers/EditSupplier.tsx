import { suppliers } from '#admin/data/suppliers/definition.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, CheckField, NumberField, TextField } from '#admin/kit/fields.tsx';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import { type Supplier, supplierForm } from '#domain/suppliers/contract.ts';

function valuesOf({ name, phone, email, address, terms, notes, paidBefore, archivedAt }: Supplier) {
  return { name, phone, email, address, terms, notes, paidBefore, isArchived: archivedAt !== null };
}

/** Corrects a supplier. Its purchase orders keep what was written on them. */
export function EditSupplier({ item, onClose }: { item: Supplier; onClose: () => void }) {
  const editing = useEditForm(suppliers, item, { schema: supplierForm, valuesOf, onClose });
  return (
    <FormDialog {...editing}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label="Name" dir="auto" />
        <TextField name="phone" label="Phone" type="tel" />
        <TextField name="email" label="Email" type="email" />
        <NumberField name="terms" label="Days to pay" hint="Counted from the delivery. 0: at once" min={0} />
        <AreaField name="address" label="Address" rows={2} className="sm:col-span-2" />
        <NumberField
          name="paidBefore"
          label="Paid before, in rupees"
          hint="What it was paid before payments were kept here"
          min={0}
        />
        <AreaField name="notes" label="Notes" className="sm:col-span-2" />
        <CheckField name="isArchived" label="Archived: no longer suggested" className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
