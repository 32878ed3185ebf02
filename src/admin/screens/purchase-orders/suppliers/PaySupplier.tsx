import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { MONEY_METHOD_LABELS } from '#admin/data/payments/labels.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { moneySent } from '#domain/payments/contract.ts';
import { type SupplierDetails, type SupplierPayment, supplierDetails, supplierPayment } from '#domain/suppliers/contract.ts';

type Typed = Omit<SupplierPayment, 'owedSeen'>;

const METHODS = moneySent.options.map((value) => ({ value, label: MONEY_METHOD_LABELS[value] }));

/** Books what was paid to a supplier, at first all that is owed. */
export function PaySupplier({ supplier: { id, name, owed }, onClose }: { supplier: SupplierDetails; onClose: () => void }) {
  // As the dialog opened: whoever presses twice pays once.
  const owedSeen = useRef(owed);
  const { mutateAsync } = useMutation({
    mutationFn: (typed: Typed) =>
      callStaffApi('POST', `/suppliers/${id}/payments`, {
        body: { ...typed, owedSeen: owedSeen.current },
        schema: supplierDetails,
      }),
    onSuccess: (_, { amount }) => toast(`${formatPrice(amount)} to ${name} booked`),
  });
  const staffForm = useStaffForm({
    schema: supplierPayment.omit({ owedSeen: true }),
    values: { method: 'bank_transfer', reference: '', reason: '', ...(owed > 0 && { amount: owed }) } as Partial<Typed>,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to book the payment',
  });
  return (
    <FormDialog
      title="Pay Supplier"
      staffForm={staffForm}
      action="Book payment"
      busyAction="Booking…"
      beginsInField="always"
      savesUnchanged
      onClose={onClose}
      onReload={async () => {
        owedSeen.current = (await callStaffApi('GET', `/suppliers/${id}`, { schema: supplierDetails })).owed;
        return [];
      }}
      reloadLabel="Use what is owed now"
    >
      <p className="mb-4 text-sm text-muted">
        {owed > 0 ? `${formatPrice(owed)} is owed to ` : 'Nothing is owed to '}
        <bdi>{name}</bdi>. Freight and charges of a purchase order are not in it.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField<Typed> name="amount" label="Rupees *" min={1} />
        <SelectField<Typed> name="method" label="How" options={METHODS} />
        <TextField<Typed> name="reference" label="Transaction number" />
        <TextField<Typed> name="reason" label="Note" dir="auto" />
      </div>
    </FormDialog>
  );
}
