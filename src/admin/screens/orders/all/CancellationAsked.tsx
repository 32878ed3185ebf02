import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStatusChange } from '#admin/kit/use-status-change.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import { orders } from './orders.ts';

/** The shopper asked on the order's page to cancel it: staff cancel, or keep it after a call. Nothing when nobody asked, or it is answered. */
export function CancellationAsked({ order }: { order: StaffOrder }) {
  const report = useErrorBanner();
  const changeStatus = useStatusChange(orders);
  const keep = useMutation({
    mutationFn: () => callStaffApi('PUT', `/orders/${order.id}/kept`, { body: {}, schema: staffOrder }),
    onSuccess: () => toast(`Order ${order.orderNumber} is kept`),
    onSettled: (_, failure) => report(failure, 'Failed to answer the customer'),
  });
  const { cancellationAskedAt: askedAt, cancellationReason: reason, cancellationAnsweredAt: answeredAt, status } = order;
  if (askedAt === null || answeredAt !== null || status === 'cancelled') return null;
  return (
    <section
      aria-label="Cancellation asked for"
      className="mt-4 flex flex-wrap items-center gap-3 rounded-md bg-notice px-4 py-3 text-sm"
    >
      <p className="min-w-60 grow">
        <strong className="font-medium">The customer asks to cancel</strong> ({formatMoment(askedAt)})
        {reason && <bdi className="block">“{reason}”</bdi>}
      </p>
      <MayButton
        right="confirm_orders"
        onClick={() => keep.mutate()}
        disabled={keep.isPending}
        className="btn btn-outline btn-small"
      >
        Keep the order
      </MayButton>
      <MayButton right="cancel_orders" onClick={() => changeStatus(order, 'cancelled')} className="btn btn-outline btn-small">
        Cancel the order
      </MayButton>
    </section>
  );
}
