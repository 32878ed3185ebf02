import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { Field } from '#components/Field.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { cancelledTwin, type TwinOrder } from '#domain/orders/twins.ts';

interface Props {
  order: StaffOrder;
  twin: TwinOrder;
  onClose: () => void;
  /** Called with the order that goes on. */
  onCancelled: (kept: StaffOrder) => void;
}

/** Asks why the later of two orders is cancelled, which is the earlier one once more. */
export function CancelDuplicate({ order, twin, onClose, onCancelled }: Props) {
  const client = useQueryClient();
  const [reason, setReason] = useState('The same order twice');
  const [kept, later] = twin.isEarlier ? [twin, order] : [order, twin];
  const code = later.discountCode ? ` Its code ${later.discountCode} may be used again.` : '';
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      callStaffApi('POST', `/orders/${order.id}/twins/cancel`, { body: { otherId: twin.id, reason }, schema: cancelledTwin }),
    onSuccess: (done) => {
      toast(`${done.cancelled.orderNumber} was cancelled; ${done.kept.orderNumber} goes on`);
      onCancelled(done.kept);
    },
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      question={`Cancel ${later.orderNumber}?`}
      detail={`Its pieces, for ${formatPrice(later.totalAmount)} in all, go back into stock, and its page says that it is cancelled.${code} ${kept.orderNumber} stays as it is.`}
      action={`Cancel ${later.orderNumber}`}
      cancel="Keep it"
      isIncomplete={!reason.trim()}
      busyAction="Cancelling…"
      failure="Failed to cancel the order"
      onConfirm={mutateAsync}
      onClose={onClose}
    >
      <Field label="Reason *" error={reason.trim() ? undefined : 'Say why: it stays with the order'} className="mt-3">
        {(control) => (
          <input {...control} value={reason} onChange={({ target }) => setReason(target.value)} className="field w-full" />
        )}
      </Field>
    </ConfirmDialog>
  );
}
