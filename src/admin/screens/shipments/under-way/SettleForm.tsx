import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, SelectField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';
import type { ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { line } from '#domain/text-fields.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postSettlement } from './under-way-api.ts';
import { unclearText } from './under-way-text.ts';

const settled = z.object({ status: z.enum(SHIPMENT_STATUSES, 'Choose what is true'), reason: line(300, 'Say how you know') });

type Typed = z.input<typeof settled>;

/** What is true of a parcel where the courier's word does not fit: staff looked, or asked. */
export function SettleForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderNumber, shipmentStatus } = parcel;
  const { mutateAsync } = useMutation({
    mutationFn: ({ status, reason }: Typed) => postSettlement(id, { status: status === shipmentStatus ? null : status, reason }),
    onSuccess: () => toast(`${orderNumber} is settled`),
  });
  const staffForm = useStaffForm({
    schema: settled,
    values: { reason: '' } as Partial<Typed>,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to settle the parcel',
  });
  const options = SHIPMENT_STATUSES.map((value) => ({
    value,
    label:
      value === shipmentStatus ? `${SHIPMENT_STATUS_LABELS[value].text}, as the shop has it` : SHIPMENT_STATUS_LABELS[value].text,
  }));
  return (
    <FormDialog title={`Look into ${orderNumber}`} staffForm={staffForm} action="Save" size="narrow" onClose={onClose}>
      <ParcelFacts parcel={parcel} />
      <p className="mb-4 text-sm break-words">{unclearText(parcel)}</p>
      <div className="space-y-4">
        <SelectField<Typed> name="status" label="What is true *" options={options} placeholder="Choose…" />
        <AreaField<Typed>
          name="reason"
          label="How you know *"
          hint="It is kept with what happened to the order."
          rows={2}
          dir="auto"
        />
      </div>
    </FormDialog>
  );
}
