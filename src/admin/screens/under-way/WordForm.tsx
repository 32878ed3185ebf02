import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { MomentField, SelectField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { MEANINGS, meaningText } from '#domain/couriers/parcel-status.ts';
import { type CourierWord, courierWord, type ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postWord } from './under-way-api.ts';

type Typed = z.input<typeof courierWord>;

/** What portals show; advice is told to a courier, and never its word. */
const OPTIONS = MEANINGS.filter((meaning) => meaning !== 'booked' && meaning !== 'advised').map((value) => ({
  value,
  label: meaningText(value),
}));

/** Writes down what a courier without an API says: as its portal shows it, or its rider told. */
export function WordForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderNumber, courier } = parcel;
  const { mutateAsync } = useMutation({
    mutationFn: (word: CourierWord) => postWord(id, word),
    onSuccess: () => toast(`${orderNumber}: noted`),
  });
  const staffForm = useStaffForm<Typed, CourierWord>({
    schema: courierWord,
    values: { happenedAt: new Date().toISOString() } as Partial<Typed>,
    save: (word) => mutateAsync(word),
    onSaved: onClose,
    failure: 'Failed to note it',
  });
  return (
    <FormDialog
      title={`What ${courier} says of ${orderNumber}`}
      staffForm={staffForm}
      action="Save"
      size="narrow"
      onClose={onClose}
    >
      <ParcelFacts parcel={parcel} />
      <div className="space-y-4">
        <SelectField<Typed> name="meaning" label="What its portal shows *" options={OPTIONS} placeholder="Choose…" />
        <MomentField<Typed> name="happenedAt" label="When it happened" />
      </div>
    </FormDialog>
  );
}
