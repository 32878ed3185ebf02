import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, NumberField, SelectField } from '#admin/kit/fields.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type AdvanceBasis, type NewAdvance, newAdvance, type OrderAdvance } from '#domain/advances/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { putAdvance } from './advance-api.ts';

type Fields = z.input<typeof newAdvance>;

interface Props {
  order: StaffOrder;
  advance: OrderAdvance;
  onClose: () => void;
}

/** Asks for an advance: what it is, how long it has, and why, which the customer reads. */
export function AskAdvance({ order, advance, onClose }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: (body: NewAdvance) => putAdvance(order.id, body),
    onSuccess: ({ request }) => toast(`Order ${order.orderNumber}: ${formatPrice(request?.missing ?? 0)} asked in advance`),
  });
  const bases: Record<AdvanceBasis, string | null> = {
    delivery: advance.shipping > 0 ? `The delivery charge: ${formatPrice(advance.shipping)}` : null,
    share: 'A share of the total',
    sum: 'A sum',
    all: `All that is due: ${formatPrice(advance.due)}`,
  };
  const options = Object.entries(bases).flatMap(([value, label]) => (label ? { value, label } : []));
  const staffForm = useStaffForm<Fields, NewAdvance>({
    schema: newAdvance,
    values: { basis: advance.shipping > 0 ? 'delivery' : 'share', percent: 20, hours: 24, reason: '' },
    save: (asked) => mutateAsync(asked),
    onSaved: onClose,
    failure: 'Failed to ask for an advance',
  });
  const [basis, percent] = staffForm.form.watch(['basis', 'percent']);
  const share = Math.round((order.totalAmount * Number(percent)) / 100);

  return (
    <FormDialog
      title={`Ask for an advance: ${order.orderNumber}`}
      action="Ask"
      size="narrow"
      staffForm={staffForm}
      savesUnchanged
      onClose={onClose}
    >
      <div className="space-y-4">
        <SelectField<Fields> name="basis" label="What" options={options} />
        {basis === 'sum' && <NumberField<Fields> name="amount" label="Sum (Rs)" hint={`At most ${formatPrice(advance.due)}`} />}
        {basis === 'share' && (
          <NumberField<Fields>
            name="percent"
            label="Share (%)"
            inputMode="numeric"
            hint={share > 0 && share <= order.totalAmount ? formatPrice(Math.min(share, advance.due)) : undefined}
          />
        )}
        <NumberField<Fields>
          name="hours"
          label="Hours until it is late"
          inputMode="numeric"
          hint="Hours from 9 am to 10 pm count. Nothing is cancelled by time alone."
        />
        <AreaField<Fields> name="reason" label="Why (optional)" hint="The customer reads it on the order’s page." rows={2} />
      </div>
    </FormDialog>
  );
}
