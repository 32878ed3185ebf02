import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { MONEY_METHOD_LABELS } from '#admin/data/payments/labels.ts';
import { orderQuery } from '#admin/data/ready-texts/queries.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { isBack } from '#domain/shipments/status.ts';
import { CLAIM_ENDS, type ClaimEnding, claimEnding, LOST_ORDERS, type ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { units } from '#domain/stock/contract.ts';
import { LostPieces } from './LostPieces.tsx';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postClaimEnd } from './under-way-api.ts';
import { CLAIM_END_TEXTS, LOST_ORDER_TEXTS } from './under-way-text.ts';

const form = claimEnding.omit({ updatedAt: true, pieces: true }).extend({
  lines: z.array(z.object({ itemId: z.string(), quantity: units(0, 'Enter how many') })).default([]),
});

type Typed = z.input<typeof form>;

const ENDS = CLAIM_ENDS.map((value) => ({ value, label: CLAIM_END_TEXTS[value].text }));
const ORDERS = LOST_ORDERS.map((value) => ({ value, label: LOST_ORDER_TEXTS[value].text }));
const REFUNDS = Object.entries(MONEY_METHOD_LABELS).map(([value, label]) => ({ value, label }));

/** How a claim, or a loss that nobody claimed, ended: with the money, the lost pieces and the order, and what each of that does. */
export function EndClaimForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderId, orderNumber, claim } = parcel;
  const { data: order } = useQuery(orderQuery(orderId));
  const hasOthers = order?.shipments.some((other) => other.id !== parcel.shipmentId && !isBack(other)) ?? false;
  const { mutateAsync } = useMutation({
    mutationFn: (ending: ClaimEnding) => postClaimEnd(id, ending),
    onSuccess: () => toast(`${orderNumber}: the courier claim has ended`),
  });
  const staffForm = useStaffForm({
    schema: form,
    values: {
      amount: claim && !isHiddenSum(claim.amount) ? claim.amount : null,
      paidInto: 'bank',
      order: parcel.shipmentStatus === 'delivered' ? 'keep' : undefined,
      lines: order?.items.map((item) => ({ itemId: item.id, quantity: 0 })) ?? [],
    } as Partial<Typed>,
    save: ({ lines, amount, paidInto, refundMethod, ...ending }) =>
      mutateAsync({
        ...ending,
        amount: ending.end === 'paid' ? amount : null,
        paidInto: ending.end === 'paid' ? paidInto : null,
        refundMethod: ending.order === 'cancel' ? refundMethod : null,
        pieces: hasOthers ? lines.filter(({ quantity }) => quantity > 0) : null,
        updatedAt: claim?.updatedAt ?? null,
      }),
    onSaved: onClose,
    failure: 'Failed to end the courier claim',
  });
  return (
    <FormDialog
      title={`How it ended: ${orderNumber}`}
      staffForm={staffForm}
      action="End the courier claim"
      size="narrow"
      savesUnchanged
      onClose={onClose}
    >
      <ParcelFacts parcel={parcel} />
      <Fields parcel={parcel} />
      {hasOthers && order && <LostPieces items={order.items} />}
      <AreaField<Typed> name="notes" label="Notes" rows={2} dir="auto" className="mt-4" />
    </FormDialog>
  );
}

function Fields({ parcel: { courier, collect } }: { parcel: ParcelUnderWay }) {
  const [end, decided] = useWatch<Typed, ['end', 'order']>({ name: ['end', 'order'] });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField<Typed>
        name="end"
        label="The courier claim is *"
        options={ENDS}
        placeholder="Choose…"
        hint={end && CLAIM_END_TEXTS[end].does(courier)}
        className="sm:col-span-2"
      />
      {end === 'paid' && (
        <>
          <NumberField<Typed> name="amount" label={`${courier} pays (Rs) *`} />
          <SelectField<Typed>
            name="paidInto"
            label="Into *"
            options={[
              { value: 'bank', label: 'Our bank' },
              { value: 'cash', label: 'Our cash' },
              { value: 'courier', label: 'Its next payout' },
            ]}
          />
          <TextField<Typed> name="reference" label="Transaction number" className="sm:col-span-2" />
        </>
      )}
      <SelectField<Typed>
        name="order"
        label="The order *"
        options={end === 'sent_again' ? ORDERS.filter(({ value }) => value === 'send_again') : ORDERS}
        placeholder="Choose…"
        hint={decided && LOST_ORDER_TEXTS[decided].does}
        className="sm:col-span-2"
      />
      {decided === 'cancel' && (
        <SelectField<Typed>
          name="refundMethod"
          label="What the customer paid goes back"
          options={REFUNDS}
          placeholder="Later, under To refund"
          hint={isHiddenSum(collect) ? undefined : 'Nothing is booked where nothing was paid.'}
          className="sm:col-span-2"
        />
      )}
      <p className="text-sm text-ink-soft sm:col-span-2">
        The pieces of the parcel are booked as lost, and nobody waits for them any more.
      </p>
    </div>
  );
}
