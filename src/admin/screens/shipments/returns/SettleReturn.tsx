import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod';
import { useReveal, useRevealed } from '#admin/data/orders/contact.tsx';
import { localPhone } from '#admin/data/orders/labels.ts';
import { MONEY_METHOD_LABELS } from '#admin/data/payments/labels.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Price } from '#admin/kit/Price.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { randomKey } from '#browser/random-key.ts';
import { type ReturnRequestDetails, type ReturnSettlement, returnSettlement } from '#domain/returns/contract.ts';
import { moneyMethodOf } from '#domain/returns/payouts.ts';
import { Payee } from './Payee.tsx';
import { settle } from './returns.ts';

type Fields = z.input<typeof returnSettlement>;

const METHODS = Object.entries(MONEY_METHOD_LABELS).map(([value, label]) => ({ value, label }));

interface Props {
  asked: ReturnRequestDetails;
  onClose: () => void;
}

/** Books that what is left of a request went back. The sum follows from the pieces. */
export function SettleReturn({ asked, onClose }: Props) {
  const { id, orderId, returnNumber, toPay, outcome, payout, customerName, updatedAt } = asked;
  /** An attempt without an answer is sent again as the same. */
  const sent = useRef({ key: '', text: '' });
  const { mutateAsync } = useMutation({
    mutationFn: (settlement: ReturnSettlement) => {
      const text = JSON.stringify(settlement);
      if (sent.current.text !== text) sent.current = { key: randomKey(), text };
      return settle(id, settlement, sent.current.key);
    },
    onSuccess: () => toast(`${returnNumber} is settled`),
  });
  const staffForm = useStaffForm<Fields, ReturnSettlement>({
    schema: returnSettlement,
    values: {
      method: outcome === 'store_credit' ? 'store_credit' : moneyMethodOf(payout?.method ?? 'bank'),
      reference: '',
      isPaidAlready: false,
      updatedAt,
    },
    save: (settlement) => mutateAsync(settlement),
    onSaved: onClose,
    failure: 'Failed to book the refund',
  });
  const [method, isPaidAlready] = staffForm.form.watch(['method', 'isPaidAlready']);
  const isSent = method !== 'store_credit' && method !== 'cash';
  return (
    <FormDialog
      title={`Pay back ${returnNumber}`}
      action={isPaidAlready ? 'Close without payment' : method === 'store_credit' ? 'Give store credit' : 'Book refund'}
      busyAction="Booking…"
      staffForm={staffForm}
      savesUnchanged
      size="narrow"
      onClose={onClose}
    >
      <p className="mb-4">
        <strong className="font-medium">
          <Price of={toPay} />
        </strong>{' '}
        to <bdi>{customerName}</bdi>. {!isPaidAlready && whatItDoes(method)}
      </p>
      {isSent && !isPaidAlready && (payout ? <Payee payout={payout} amount={toPay} /> : <PayTo orderId={orderId} />)}
      <div className="space-y-4">
        {!isPaidAlready && <SelectField<Fields> name="method" label="How *" options={METHODS} />}
        {isSent && !isPaidAlready && (
          <TextField<Fields>
            name="reference"
            label="Transaction number"
            hint="The customer reads it on the order’s page"
            spellCheck={false}
          />
        )}
        <CheckField<Fields>
          name="isPaidAlready"
          label="It was paid back already"
          hint="By a refund of the order: the return is closed, and nothing more is booked"
        />
      </div>
    </FormDialog>
  );
}

/** Where the money may go while the customer has not said: the phone, by which wallets and Raast know people, and what they wrote. Revealed by a press. */
function PayTo({ orderId }: { orderId: string }) {
  const contact = useRevealed(orderId);
  const reveal = useReveal();
  if (!contact)
    return (
      <div className="mb-4">
        <p className="mb-2 text-sm text-ink-soft">The customer has not said where. They can on the order’s page.</p>
        <MayButton
          right={['reveal_contacts', 'see_contacts']}
          disabled={reveal.isPending}
          onClick={() => reveal.mutate(orderId)}
          className="btn btn-outline"
        >
          Show phone and words
        </MayButton>
      </div>
    );
  return (
    <div className="mb-4 rounded-md bg-cream px-4 py-3 text-sm break-words">
      <p className="tabular-nums">{localPhone(contact.customerPhone)}</p>
      {contact.returnWords.map(({ returnNumber, words }) => (
        <p key={returnNumber} dir="auto">
          <span className="text-muted">{returnNumber}: </span>
          {words}
        </p>
      ))}
    </div>
  );
}

function whatItDoes(method: Fields['method']): string {
  return method === 'store_credit'
    ? 'Store credit is the customer’s at once, for their next order.'
    : 'Send the money first: this only writes down that it went back.';
}
