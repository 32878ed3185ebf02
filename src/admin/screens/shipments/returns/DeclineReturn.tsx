import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type ReturnRefusal, type ReturnRequestDetails, returnRefusal } from '#domain/returns/contract.ts';
import { decline } from './returns.ts';

type Fields = z.input<typeof returnRefusal>;

interface Props {
  asked: ReturnRequestDetails;
  onClose: () => void;
}

/** Declines a request, with the reason that the customer reads. */
export function DeclineReturn({ asked: { id, returnNumber, exchange, updatedAt }, onClose }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: (refusal: ReturnRefusal) => decline(id, refusal),
    onSuccess: () => toast(`${returnNumber} was declined`),
  });
  const staffForm = useStaffForm<Fields, ReturnRefusal>({
    schema: returnRefusal,
    values: { reason: '', updatedAt },
    save: (refusal) => mutateAsync(refusal),
    onSaved: onClose,
    failure: 'Failed to decline',
  });
  return (
    <FormDialog title={`Decline ${returnNumber}`} action="Decline" staffForm={staffForm} size="narrow" onClose={onClose}>
      {exchange?.orderNumber && <p className="mb-4">The new order {exchange.orderNumber} is cancelled with it.</p>}
      <AreaField<Fields>
        name="reason"
        label="Why *"
        rows={3}
        hint="The customer reads it, by mail and on the page of the order."
      />
    </FormDialog>
  );
}
