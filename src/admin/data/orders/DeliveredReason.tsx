import * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { requiredText } from '#domain/text-fields.ts';

const form = z.object({ reason: requiredText(300, 'Say why') });

interface Props {
  /** What the server says against it: `SHP-1001 failed or came back. …` */
  refusal: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Asks why something is delivered although its parcel failed or came back: that is paid money, and seldom true. */
export function DeliveredReason({ refusal, onReason, onClose }: Props) {
  const staffForm = useStaffForm({
    schema: form,
    values: { reason: '' },
    save: async ({ reason }) => onReason(reason),
    onSaved: onClose,
    failure: '',
  });
  return (
    <FormDialog title="Delivered all the same?" staffForm={staffForm} action="Set to Delivered" size="narrow" onClose={onClose}>
      <p className="mb-3 text-sm">{refusal}</p>
      <AreaField
        name="reason"
        label="Reason *"
        placeholder="Delivered on the second attempt"
        hint="It stays with the order, with your name."
      />
    </FormDialog>
  );
}
