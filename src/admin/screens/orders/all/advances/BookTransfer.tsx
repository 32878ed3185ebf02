import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { randomKey } from '#browser/random-key.ts';
import {
  type AdvanceMethod,
  type OrderAdvance,
  type SeenTransfer,
  seenTransfer,
  type Transfer,
} from '#domain/advances/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { postTransfer } from './advance-api.ts';

type Fields = z.input<typeof seenTransfer>;

export const ADVANCE_METHOD_NAMES: Record<AdvanceMethod, string> = {
  bank_transfer: 'Bank transfer',
  raast: 'Raast',
  wallet: 'Easypaisa, JazzCash',
  cash: 'Cash',
};

const METHODS = Object.entries(ADVANCE_METHOD_NAMES).map(([value, label]) => ({ value, label }));

interface Props {
  order: StaffOrder;
  advance: OrderAdvance;
  /** What the customer said was sent; without it, staff saw money that nobody spoke of. */
  transfer?: Transfer;
  onClose: () => void;
}

/** Books money that staff have seen arrive, as it arrived. */
export function BookTransfer({ order, advance, transfer, onClose }: Props) {
  const [key] = useState(randomKey);
  const { mutateAsync } = useMutation({
    mutationFn: (body: SeenTransfer) => postTransfer(order.id, body, key),
    onSuccess: ({ due }) => toast(`Order ${order.orderNumber}: booked, ${formatPrice(due)} is due at the door`),
  });
  const staffForm = useStaffForm<Fields, SeenTransfer>({
    schema: seenTransfer,
    values: {
      ...(transfer && { transferId: transfer.id }),
      amount: advance.request?.missing || undefined,
      method: 'bank_transfer',
      reference: transfer?.reference ?? '',
      isMore: false,
    } as never,
    save: (seen) => mutateAsync(seen),
    onSaved: onClose,
    failure: 'Failed to book the money',
  });
  const amount = Number(staffForm.form.watch('amount'));
  const isMore = amount > advance.due;
  const isAgain = advance.transfers.some((other) => other.state === 'received' && other.amount === amount);

  return (
    <FormDialog
      title={transfer ? 'It arrived' : 'Book what arrived'}
      action="Book"
      busyAction="Booking…"
      size="narrow"
      staffForm={staffForm}
      savesUnchanged
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        Only what you see in the shop’s own account counts, not the receipt. {formatPrice(advance.due)} is due for{' '}
        {order.orderNumber}.
      </p>
      <div className="space-y-4">
        <NumberField<Fields> name="amount" label="Amount that arrived (Rs)" />
        {isMore && <CheckField<Fields> name="isMore" label="More than is due really arrived" hint="The rest waits to go back." />}
        {isAgain && !isMore && <CheckField<Fields> name="isMore" label="The same amount was booked before, and arrived again" />}
        <SelectField<Fields> name="method" label="How" options={METHODS} />
        <TextField<Fields> name="reference" label="Transaction number" hint="As the account shows it. Each counts once." />
      </div>
    </FormDialog>
  );
}
