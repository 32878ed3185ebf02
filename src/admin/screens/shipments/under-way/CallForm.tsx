import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, CheckField, SelectField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type ParcelCall, type ParcelUnderWay, parcelCall } from '#domain/shipments/under-way.ts';
import { CustomerContact } from './CustomerContact.tsx';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postCall } from './under-way-api.ts';
import { CALL_OUTCOME_LABELS, whatToSay } from './under-way-text.ts';

type Typed = z.input<typeof parcelCall>;

const OPTIONS = Object.entries(CALL_OUTCOME_LABELS).map(([value, label]) => ({ value, label }));

/** The call that the desk owes a customer: how to reach them, what to say, and what came of it. */
export function CallForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderNumber, courier, takesAdvice } = parcel;
  const { mutateAsync } = useMutation({
    mutationFn: (call: ParcelCall) => postCall(id, call),
    onSuccess: () => toast(`${orderNumber}: the call is noted`),
  });
  const staffForm = useStaffForm<Typed, ParcelCall>({
    schema: parcelCall,
    values: { note: '', isGiven: false } as Partial<Typed>,
    // A courier without an API cannot be told by the shop.
    save: (call) => mutateAsync({ ...call, isGiven: call.isGiven || !takesAdvice }),
    onSaved: onClose,
    failure: 'Failed to note the call',
  });
  const outcome = staffForm.form.watch('outcome');
  const isAdvice = outcome === 'deliver_again' || outcome === 'send_back';
  return (
    <FormDialog title={`Call about ${orderNumber}`} staffForm={staffForm} action="Save" size="narrow" onClose={onClose}>
      <ParcelFacts parcel={parcel} />
      <CustomerContact parcel={parcel} />
      <section aria-labelledby="what-to-say" className="mt-4">
        <h3 id="what-to-say" className="font-sans text-sm font-medium">
          What to say
        </h3>
        <ul className="mt-1 list-disc pl-5 text-sm text-ink-soft">
          {whatToSay(parcel).map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      </section>
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        <SelectField<Typed> name="outcome" label="What came of it *" options={OPTIONS} placeholder="Choose…" />
        <AreaField<Typed>
          name="note"
          label={isAdvice ? 'For the rider' : 'Note'}
          hint={isAdvice ? 'The courier reads it: when, where, whom to call.' : undefined}
          rows={2}
          dir="auto"
        />
        {isAdvice && takesAdvice && <CheckField<Typed> name="isGiven" label={`I have told ${courier} already`} />}
        {isAdvice && !takesAdvice && <TellYourself courier={courier} />}
      </div>
    </FormDialog>
  );
}

/** A courier that the shop cannot tell anything. */
export function TellYourself({ courier }: { courier: string }) {
  return (
    <p className="rounded-lg bg-notice px-4 py-2.5 text-sm">
      {courier} takes no advice from here. Tell it in its portal or by phone first, then save.
    </p>
  );
}
