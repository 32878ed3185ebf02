import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod';
import { orderQuery } from '#admin/data/ready-texts/queries.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, CheckField, SelectField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { OPENING } from '#built/door.ts';
import type { DeliveryAnswer } from '#domain/couriers/attempt-answers.ts';
import { isMasked } from '#domain/masked.ts';
import { type ParcelAdvice, type ParcelUnderWay, parcelAdvice } from '#domain/shipments/under-way.ts';
import { TellYourself } from './CallForm.tsx';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postAdvice } from './under-way-api.ts';
import { nextStepText } from './under-way-text.ts';

type Typed = z.input<typeof parcelAdvice>;

const OPTIONS = [
  { value: 'retry', label: 'Deliver again' },
  { value: 'return', label: 'Send it back' },
];

/** What the rider is told, where the customer’s answer says it all. */
const REMARKS: Partial<Record<DeliveryAnswer, string>> = {
  tomorrow: 'Please deliver tomorrow after 4 pm',
  ...(OPENING === 'before_paying' && { open_first: 'Please let the customer open it before paying' }),
};

/** Tells the courier what to do with a parcel that nobody took, as the customer answered or staff decide. */
export function AdviceForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderId, orderNumber, courier, takesAdvice, question, advice } = parcel;
  const { mutateAsync } = useMutation({
    mutationFn: (sent: ParcelAdvice) => postAdvice(id, sent),
    onSuccess: () => toast(`${orderNumber}: ${courier} ${takesAdvice ? 'is told' : 'was told'}`),
  });
  const wasLost = advice?.state === 'failed' || advice?.state === 'dropped';
  const staffForm = useStaffForm<Typed, ParcelAdvice>({
    schema: parcelAdvice,
    values: {
      action: wasLost ? advice.action : question?.answer === 'not_wanted' ? 'return' : 'retry',
      remarks: wasLost ? advice.remarks : ((question?.answer && REMARKS[question.answer]) ?? ''),
      isGiven: false,
    },
    save: (sent) => mutateAsync({ ...sent, isGiven: sent.isGiven || !takesAdvice }),
    onSaved: onClose,
    failure: 'Failed to tell the courier',
  });
  useCorrectedAddress(orderId, question?.answer === 'address' && !wasLost, (address) => {
    if (!staffForm.form.getValues('remarks')) staffForm.form.setValue('remarks', `Correct address: ${address}`.slice(0, 300));
  });
  return (
    <FormDialog
      title={`Tell ${courier} about ${orderNumber}`}
      staffForm={staffForm}
      action={takesAdvice ? 'Tell the courier' : 'Save'}
      size="narrow"
      savesUnchanged
      onClose={onClose}
    >
      <ParcelFacts parcel={parcel} />
      <p className="mb-4 text-sm break-words">{nextStepText('attempts', parcel)}</p>
      <div className="space-y-4">
        <SelectField<Typed> name="action" label="What to do *" options={OPTIONS} />
        <AreaField<Typed> name="remarks" label="For the rider" hint="When, where, whom to call." rows={2} dir="auto" />
        {takesAdvice && <CheckField<Typed> name="isGiven" label={`I have told ${courier} already`} />}
        {!takesAdvice && <TellYourself courier={courier} />}
      </div>
    </FormDialog>
  );
}

/** Hands over the address of an order that its customer corrected, once it is known and may be seen. */
function useCorrectedAddress(orderId: string, isCorrected: boolean, fill: (address: string) => void): void {
  const { data: order } = useQuery({ ...orderQuery(orderId), enabled: isCorrected });
  const address = order && !isMasked(order.customerAddress) ? [order.customerAddress, order.city].filter(Boolean).join(', ') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address, whatever `fill` is by then
  useEffect(() => {
    if (address) fill(address);
  }, [address]);
}
