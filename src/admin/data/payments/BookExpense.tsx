import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { DateField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { today } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { requestKeys } from '#admin/kit/request-keys.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ORDER_SOURCES } from '#domain/order-sources.ts';
import { EXPENSES, type Expense, type ExpenseBooking, expense, moneySent, payment } from '#domain/payments/contract.ts';
import { EXPENSE_LABELS, MONEY_METHOD_LABELS } from './labels.ts';

const FOR = EXPENSES.map((value) => ({ value, label: EXPENSE_LABELS[value] }));
const SOURCES = ORDER_SOURCES.map((value) => ({ value, label: ORDER_SOURCE_LABELS[value] }));
const METHODS = moneySent.options.map((value) => ({ value, label: MONEY_METHOD_LABELS[value] }));

interface Props {
  /** What it is for at first. */
  first?: Expense;
  onClose: () => void;
}

/** Books what was spent, and with its second button the next one: of several days or sources each is a row of its own. */
export function BookExpense({ first, onClose }: Props) {
  const keyOf = useRef(requestKeys());
  const goesOn = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (body: ExpenseBooking) =>
      callStaffApi('POST', '/payments/expenses', { body, headers: { 'Idempotency-Key': keyOf.current(body) }, schema: payment }),
    onSuccess: ({ expense }, { amount }) =>
      toast(`${formatPrice(amount)} for ${EXPENSE_LABELS[expense ?? 'other_expenses']} booked`),
  });
  const staffForm = useStaffForm<Partial<ExpenseBooking>, ExpenseBooking>({
    schema: expense as never,
    values: { ...(first && { expense: first }), spentOn: today(), method: 'bank_transfer', reference: '', reason: '' },
    save: (spent) => mutateAsync(spent),
    onSaved: () => {
      if (!goesOn.current) return onClose();
      // Another one is meant, even if it is just the same.
      keyOf.current = requestKeys();
      form.reset({ ...form.getValues(), amount: '', reference: '', reason: '' } as never);
      form.setFocus('amount');
    },
    failure: 'Failed to book the expense',
  });
  const { form } = staffForm;
  const isAdvertising = form.watch('expense') === 'advertising';
  return (
    <FormDialog
      title="Book Expense"
      staffForm={staffForm}
      action="Book"
      busyAction="Booking…"
      savesUnchanged
      next={{
        action: 'Book and next',
        choose: (chosen) => {
          goesOn.current = chosen;
          if (form.getValues('expense') !== 'advertising') form.setValue('advertises', undefined);
        },
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField<ExpenseBooking> name="expense" label="What for *" options={FOR} placeholder="Choose" />
        {isAdvertising && (
          <SelectField<ExpenseBooking>
            name="advertises"
            label="To bring orders from *"
            options={SOURCES}
            placeholder="Choose"
            hint="Its return is measured by the orders that come from there."
          />
        )}
        <DateField<ExpenseBooking> name="spentOn" label="Day *" max={today()} />
        <NumberField<ExpenseBooking> name="amount" label="Rupees *" min={1} />
        <SelectField<ExpenseBooking> name="method" label="How" options={METHODS} />
        <TextField<ExpenseBooking> name="reference" label="Transaction number" />
        <TextField<ExpenseBooking> name="reason" label="Note" dir="auto" className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
