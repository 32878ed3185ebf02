import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, TextField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type CustomerDetails, customerDetails } from '#domain/customers/contract.ts';
import { type CreditGift, creditGift } from '#domain/payments/contract.ts';

type Typed = Omit<CreditGift, 'creditSeen'>;

/** Gives a customer store credit, for a reason that stays beside it. */
export function GiveCredit({ customer: { id, name, credit }, onClose }: { customer: CustomerDetails; onClose: () => void }) {
  // As the dialog opened: whoever presses twice gives once.
  const creditSeen = useRef(credit);
  const { mutateAsync } = useMutation({
    mutationFn: (typed: Typed) =>
      callStaffApi('POST', `/customers/${id}/credit`, {
        body: { ...typed, creditSeen: creditSeen.current },
        schema: customerDetails,
      }),
    onSuccess: (given) => toast(`${name} has ${formatPrice(given.credit)} of store credit`),
  });
  const staffForm = useStaffForm({
    schema: creditGift.omit({ creditSeen: true }),
    values: { reason: '' } as Partial<Typed>,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to give the credit',
  });
  return (
    <FormDialog
      title="Give Store Credit"
      staffForm={staffForm}
      action="Give credit"
      busyAction="Giving…"
      beginsInField="always"
      onClose={onClose}
      onReload={async () => {
        creditSeen.current = (await callStaffApi('GET', `/customers/${id}`, { schema: customerDetails })).credit;
        return [];
      }}
      reloadLabel="Use the credit as it is now"
    >
      <p className="mb-4 text-sm text-muted">
        <bdi>{name}</bdi> has {formatPrice(credit)}. What you give can be spent on any of their orders.
      </p>
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <NumberField<Typed> name="amount" label="Rupees *" min={1} />
        <TextField<Typed> name="reason" label="Why *" dir="auto" placeholder="The parcel came late" />
      </div>
    </FormDialog>
  );
}
