import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { MomentField, SelectField } from '#admin/kit/fields.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { MEANINGS, meaningText } from '#domain/couriers/parcel-status.ts';
import { type CourierWord, courierWord, type ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postWord, postWordUndo } from './under-way-api.ts';

type Typed = z.input<typeof courierWord>;

/** What portals show; advice is told to a courier, and never its word. */
const OPTIONS = MEANINGS.filter((meaning) => meaning !== 'booked' && meaning !== 'advised').map((value) => ({
  value,
  label: meaningText(value),
}));

/** Writes down what a courier without an API says: as its portal shows it, or its rider told. */
export function WordForm({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const { id, orderNumber, courier } = parcel;
  const undo = useWordUndo(parcel);
  const { mutateAsync } = useMutation({
    mutationFn: (word: CourierWord) => postWord(id, word),
    onSuccess: () => toast(`${orderNumber}: noted`, () => undo.mutate()),
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
      {parcel.lastLabel && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <span className="min-w-40 grow basis-0">Last noted: “{parcel.lastLabel}”.</span>
          <MayButton
            right="send_parcels"
            disabled={undo.isPending}
            onClick={() => undo.mutate(undefined, { onSuccess: onClose })}
            className="btn btn-outline btn-small"
          >
            Take it back
          </MayButton>
        </p>
      )}
      <div className="space-y-4">
        <SelectField<Typed> name="meaning" label="What its portal shows *" options={OPTIONS} placeholder="Choose…" />
        <MomentField<Typed> name="happenedAt" label="When it happened" />
      </div>
    </FormDialog>
  );
}

/** Takes back what was noted last, where it was mistyped. */
function useWordUndo({ id, orderNumber }: ParcelUnderWay) {
  const report = useErrorBanner();
  return useMutation({
    mutationFn: () => postWordUndo(id),
    onSuccess: () => toast(`${orderNumber}: the last word is taken back`),
    onSettled: (_, failure) => report(failure, 'Failed to take it back'),
  });
}
