import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { AreaField } from '#admin/kit/fields.tsx';
import { MayButton, MayFields } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { randomKey } from '#browser/random-key.ts';
import {
  type ConfirmationOverride,
  confirmationOverride,
  type NewAttempt,
  recordedAttempt,
} from '#domain/confirmations/contract.ts';
import { staffOrder } from '#domain/orders/contract.ts';
import { objectId } from '#domain/values.ts';
import { LackingPhotos } from './LackingPhotos.tsx';

/** A refusal of the dispatch gate, or for want of a photo, on its own or as one of many. */
const gateRefusal = z.object({
  code: z.enum(['not_confirmed', 'photo_needed']),
  details: z.object({
    orderId: objectId,
    orderNumber: z.string(),
    /** What a confirmed order waits for. */
    waitsFor: z.enum(['money', 'pieces']).nullish(),
  }),
});

export function isStopped(refusal: unknown): boolean {
  return gateRefusal.safeParse(refusal).success;
}

type StoppedOrder = z.infer<typeof gateRefusal>['details'];

interface Asked {
  code: z.infer<typeof gateRefusal>['code'];
  orders: StoppedOrder[];
  retry: () => unknown;
}

/** What the dispatch gate stopped is asked about: confirmed now, or let go for a reason, and then tried again. */
export function useStoppedOrders() {
  const [asked, setAsked] = useState<Asked | null>(null);

  /** Asks about the orders that were stopped: first about those that are not confirmed. False when none was. */
  function ask(refusals: unknown[], retry: () => unknown): boolean {
    const all = refusals.flatMap((refusal) => gateRefusal.safeParse(refusal).data ?? []);
    const code = all.some((refusal) => refusal.code === 'not_confirmed') ? 'not_confirmed' : 'photo_needed';
    const ofCode = all.filter((refusal) => refusal.code === code).map(({ details }) => details);
    const unconfirmed = ofCode.filter(({ waitsFor }) => !waitsFor);
    // What is confirmed and waits is asked about when the others are through: it needs another answer.
    const orders = unconfirmed.length > 0 ? unconfirmed : ofCode;
    if (orders.length > 0) setAsked({ code, orders, retry });
    return orders.length > 0;
  }

  const Question = asked?.code === 'photo_needed' ? LackingPhotos : StoppedOrders;
  const question: ReactNode = asked && <Question orders={asked.orders} onPassed={asked.retry} onClose={() => setAsked(null)} />;
  return { ask, question };
}

interface Props {
  orders: StoppedOrder[];
  /** After all of them may go out. */
  onPassed: () => unknown;
  onClose: () => void;
}

const WAITS = {
  money: 'Confirmed, but the advance has not arrived. Book it under Payment on the order, and it can go.',
  pieces: 'It is an exchange, and the old pieces are not back yet.',
};

/** The two ways around the dispatch gate: staff confirm the orders, or say why they go out unconfirmed. */
export function StoppedOrders({ orders, onPassed, onClose }: Props) {
  // Those that passed before another one failed are not sent again.
  const passed = useRef(new Set<string>());
  const [key] = useState(randomKey);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (pass: (order: StoppedOrder) => Promise<unknown>) => {
      for (const order of orders.filter(({ orderId }) => !passed.current.has(orderId))) {
        await pass(order);
        passed.current.add(order.orderId);
      }
    },
  });
  const letGo = (body: ConfirmationOverride) =>
    mutateAsync(({ orderId }) => callStaffApi('POST', `/confirmations/${orderId}/override`, { body, schema: staffOrder }));
  const mayOverride = useMay('override_confirmation');
  const staffForm = useStaffForm<ConfirmationOverride, ConfirmationOverride>({
    schema: confirmationOverride,
    values: { reason: '' },
    save: letGo,
    onSaved: goOn,
    failure: 'Failed to let it go out',
  });

  function goOn(): void {
    onClose();
    onPassed();
  }

  async function confirm(): Promise<void> {
    staffForm.setErrorText('');
    const body: Partial<NewAttempt> = { how: 'other', outcome: 'confirmed' };
    try {
      await mutateAsync(({ orderId }) =>
        callStaffApi('POST', `/confirmations/${orderId}/attempts`, {
          body,
          headers: { 'Idempotency-Key': `${key}.${orderId}` },
          schema: recordedAttempt,
        }),
      );
      goOn();
    } catch (error) {
      staffForm.setErrorText(failureText(error, 'Failed to confirm'));
    }
  }

  const [first] = orders;
  const isOne = orders.length === 1;
  const waitsFor = first?.waitsFor;
  const who = isOne ? first?.orderNumber : countText('order', orders.length);
  return (
    <FormDialog
      title={waitsFor ? `${who} ${isOne ? 'waits' : 'wait'} for ${waitsFor}` : `${who} ${isOne ? 'is' : 'are'} not confirmed`}
      staffForm={staffForm}
      action={isOne ? 'Let it go out' : 'Let them go out'}
      isBlocked={isPending || !mayOverride}
      size="narrow"
      onClose={onClose}
    >
      {!isOne && <p className="mb-3 text-sm text-ink-soft">{orders.map(({ orderNumber }) => orderNumber).join(', ')}</p>}
      {waitsFor ? (
        <p className="text-sm">{WAITS[waitsFor]}</p>
      ) : (
        <>
          <p className="mb-3 text-sm">
            {isOne ? 'Did the customer say that they want it?' : 'Did the customers say that they want them?'}
          </p>
          <MayButton
            right="confirm_orders"
            onClick={() => void confirm()}
            disabled={isPending}
            className="btn btn-primary w-full"
          >
            Confirm now
          </MayButton>
        </>
      )}
      <MayFields right="override_confirmation" className="mt-6">
        <AreaField<ConfirmationOverride>
          name="reason"
          label={`Or why ${isOne ? 'it goes' : 'they go'} out ${waitsFor ? 'all the same' : 'unconfirmed'} *`}
          placeholder="Paid by bank transfer"
          hint="It stays with the order, with your name."
        />
      </MayFields>
    </FormDialog>
  );
}
