import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { pickDirty } from '#admin/kit/pick-dirty.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { countries } from '#shared/countries.ts';
import { type Order, type OrderEditRequest, orderEdit } from '#shared/schemas/orders.ts';
import { fetchOrder, putOrder } from './orders-api.ts';

const COUNTRIES = countries().map(({ code, name }) => ({ value: code, label: name }));

function valuesOf(order: Order) {
  const { customerName, customerEmail, customerPhone, customerAddress, city, zipCode, country, notes } = order;
  const secondPhone = order.secondPhone ?? '';
  return { customerName, customerEmail, customerPhone, secondPhone, customerAddress, city, zipCode, country, notes };
}

/** Corrects contact, address and notes of an order. */
export function OrderEditForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (edit: OrderEditRequest) => putOrder(order.id, edit) });
  const edited = useEditVersion(order, () => fetchOrder(order.id));
  const staffForm = useStaffForm({
    schema: orderEdit,
    values: valuesOf(order),
    // Two numbers typed into the first field change the second one, too.
    save: (values, changed) =>
      mutateAsync({
        ...pickDirty(values, changed.customerPhone ? { ...changed, secondPhone: true } : changed),
        updatedAt: edited.version(),
      }),
    onSaved: () => {
      toast(`Order ${order.orderNumber} was saved`);
      onClose();
    },
    failure: 'Failed to update order',
  });

  return (
    <FormDialog
      title={`Edit ${order.orderNumber}`}
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="customerName" label="Customer name" maxLength={120} />
        <TextField name="customerEmail" label="Email" type="email" maxLength={254} />
        <TextField name="customerPhone" label="Phone" type="tel" maxLength={80} />
        <TextField name="secondPhone" label="Second phone" type="tel" maxLength={80} />
        <TextField name="city" label="City" maxLength={80} />
        <AreaField name="customerAddress" label="Address" rows={2} maxLength={500} className="sm:col-span-2" />
        <TextField name="zipCode" label="Zip code" maxLength={20} />
        <SelectField name="country" label="Country" options={COUNTRIES} />
        <AreaField name="notes" label="Notes" maxLength={1000} className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
