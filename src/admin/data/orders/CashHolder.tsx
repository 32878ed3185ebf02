import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { SelectField } from '#admin/kit/fields.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { courier } from '#domain/couriers/contract.ts';
import { fieldError } from '#domain/failures.ts';
import type { CashHolder } from '#domain/orders/contract.ts';

const couriersQuery = staffQuery('/couriers', courier.array());

/** With whom the cash of a delivered order is, as it is sent along with the status. */
export interface CashAnswer {
  cashWith: CashHolder;
  courierId?: string;
}

const errors = z.object({ errors: z.array(fieldError) });

/** Whether an order was not delivered because nobody said with whom its cash is. Takes a failure, or a refusal of one of many. */
export function isCashUnknown(refusal: unknown): boolean {
  const { details } = z.object({ details: z.unknown() }).safeParse(refusal).data ?? {};
  const found = [errors.safeParse(refusal).data, errors.safeParse(details).data].flatMap((known) => known?.errors ?? []);
  return found.some(({ path }) => path === 'cashWith');
}

interface Asked {
  orders: number;
  retry: (answer: CashAnswer) => unknown;
}

/** Asks with whom the cash is of orders that are delivered without a parcel, once for all of them. */
export function useCashQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);

  /** False when none of the refusals is about it. */
  function ask(refusals: unknown[], retry: Asked['retry']): boolean {
    const orders = refusals.filter(isCashUnknown).length;
    if (orders > 0) setAsked({ orders, retry });
    return orders > 0;
  }

  const question: ReactNode = asked && (
    <CashHolderForm orders={asked.orders} onAnswer={asked.retry} onClose={() => setAsked(null)} />
  );
  return { ask, question };
}

interface Props {
  orders: number;
  /** Whether it may be nobody. */
  isLater?: boolean;
  onAnswer: (answer: CashAnswer) => unknown;
  onClose: () => void;
}

const form = z.object({ holder: z.string('Choose who has it').min(1, 'Choose who has it') });

/** With whom the cash is: with us, with one of the couriers, or with nobody yet. */
export function CashHolderForm({ orders, isLater = false, onAnswer, onClose }: Props) {
  const { data: couriers = [] } = useQuery(couriersQuery);
  const staffForm = useStaffForm({
    schema: form,
    values: { holder: '' },
    save: async ({ holder }) =>
      void onAnswer(
        holder === 'us' || holder === 'nobody' ? { cashWith: holder } : { cashWith: 'courier' as const, courierId: holder },
      ),
    onSaved: onClose,
    failure: '',
  });
  const options = [
    { value: 'us', label: 'With us, in cash' },
    ...couriers.map(({ id, name }) => ({ value: id, label: `With ${name}` })),
    ...(isLater ? [] : [{ value: 'nobody', label: 'Not received yet' }]),
  ];
  return (
    <FormDialog title="Who has the cash?" staffForm={staffForm} action="Save" size="narrow" onClose={onClose}>
      <p className="mb-4 text-sm">
        {orders === 1
          ? 'This order was delivered without a parcel, so nobody knows who has been paid.'
          : `${countText('order', orders)} were delivered without a parcel, so nobody knows who has been paid.`}
      </p>
      <SelectField
        name="holder"
        label="The cash is *"
        options={options}
        placeholder="Choose…"
        hint="It is booked accordingly. What has not been received stays due on the order."
      />
    </FormDialog>
  );
}
