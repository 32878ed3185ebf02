import * as z from 'zod';
import { requiredText } from '#shared/schemas/text-fields.ts';
import { FormDialog } from './FormDialog.tsx';
import { AreaField } from './fields.tsx';
import { useStaffForm } from './use-staff-form.ts';

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
