import { useMutation } from '@tanstack/react-query';
import { MONEY_METHOD_LABELS } from '#admin/data/payments/labels.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { orders } from '#admin/screens/orders/all/orders.ts';
import { type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import { receivedOf } from '#domain/orders/paid.ts';
import { type Refund, refund } from '#domain/payments/contract.ts';
import { OpenReturns } from './OpenReturns.tsx';

const METHODS = Object.entries(MONEY_METHOD_LABELS).map(([value, label]) => ({ value, label }));

type Typed = Omit<Refund, 'updatedAt'>;

/** Books money that went back to the customer. */
export function RefundOrder({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const received = receivedOf(order);
  const edited = useEditVersion(order, () => orders.fetch(order.id));
  const { mutateAsync } = useMutation({
    mutationFn: (typed: Typed) =>
      callStaffApi('POST', `/orders/${order.id}/refunds`, {
        body: { ...typed, updatedAt: edited.version() },
        schema: staffOrder,
      }),
    onSuccess: (_, { amount, method }) =>
      toast(`${formatPrice(amount)} of ${order.orderNumber} ${method === 'store_credit' ? 'is store credit now' : 'went back'}`),
  });
  const staffForm = useStaffForm({
    schema: refund.omit({ updatedAt: true }),
    values: { amount: order.paid?.toRefund || received, method: 'bank_transfer', reference: '', reason: '', isBesides: false },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to book the refund',
  });
  const method = staffForm.form.watch('method');
  return (
    <FormDialog
      title={`Refund ${order.orderNumber}`}
      staffForm={staffForm}
      action={method === 'store_credit' ? 'Give store credit' : 'Book refund'}
      busyAction="Booking…"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, () => staffForm.form.getValues())}
      savesUnchanged
    >
      <p className="mb-4 text-sm text-muted">
        {formatPrice(received)} was received for it and is still with the shop.{' '}
        {method === 'store_credit'
          ? 'Store credit is the customer’s at once, for their next order.'
          : 'Send the money first: this only writes down that it went back.'}
      </p>
      <OpenReturns orderId={order.id} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField<Typed> name="amount" label="Rupees *" min={1} />
        <SelectField<Typed> name="method" label="How *" options={METHODS} />
        <TextField<Typed>
          name="reason"
          label="Why *"
          dir="auto"
          placeholder="An earring was scratched"
          className={method === 'store_credit' || method === 'cash' ? 'sm:col-span-2' : ''}
        />
        {method !== 'store_credit' && method !== 'cash' && (
          <TextField<Typed> name="reference" label="Transaction number" spellCheck={false} />
        )}
      </div>
    </FormDialog>
  );
}
