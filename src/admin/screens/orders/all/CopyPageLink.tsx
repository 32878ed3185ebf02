import Link from 'virtual:icons/link';
import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { orderPageLink, type StaffOrder } from '#domain/orders/contract.ts';

/** Copies the link of the order's secret page, to be sent to its customer. */
export function CopyPageLink({ order }: { order: StaffOrder }) {
  const report = useErrorBanner();
  const copy = useMutation({
    mutationFn: async () => {
      const { link } = await callStaffApi('GET', `/orders/${order.id}/page-link`, { schema: orderPageLink });
      await navigator.clipboard.writeText(link);
    },
    onSuccess: () => toast(`The link of order ${order.orderNumber} is copied: send it only to the customer`),
    onSettled: (_, failure) => report(failure, 'Failed to copy the link'),
  });
  return (
    <MayButton right="confirm_orders" onClick={() => copy.mutate()} disabled={copy.isPending} className="btn btn-quiet btn-small">
      <Link className="size-4" />
      Copy order page link
    </MayButton>
  );
}
