import { useQuery } from '@tanstack/react-query';
import { PaymentRows } from '#admin/data/payments/PaymentRows.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { orders } from '#admin/screens/orders/all/orders.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { receivedOf } from '#domain/orders/paid.ts';
import { isOpen } from '#domain/orders/status.ts';
import { payment } from '#domain/payments/contract.ts';

const payments = payment.array();

interface Props {
  order: StaffOrder;
  /** Opens the form of a refund. Null where that is the order's next step, whose button stands elsewhere. */
  onRefund: (() => void) | null;
}

/** What was paid of an order and went back, row by row. Nothing while there is none. */
export function OrderPayments({ order, onRefund }: Props) {
  const { id, status, paid } = order;
  const { data, isLoadingError, refetch } = useQuery({
    // Below the key of the orders, so that every change of one fetches it again.
    queryKey: [...orders.queries.all, 'payments', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/orders/${id}/payments`, { schema: payments, signal }),
    // An order that is paid at its door has none before.
    enabled: paid !== undefined || !isOpen(order),
  });
  const toRefund = paid?.toRefund ?? 0;
  if (isLoadingError) return <NotLoaded what="The payments" onRetry={refetch} className="panel px-4 py-3 text-sm sm:px-5" />;
  if (!data?.length) return null;
  return (
    <section aria-label="Payments" className="panel px-4 pt-2 pb-1 sm:px-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h3 className="panel-heading">Payments</h3>
        {receivedOf(order) > 0 && onRefund && (
          <MayButton right="refund" onClick={onRefund} className={`btn btn-small ${toRefund > 0 ? 'btn-outline' : 'btn-quiet'}`}>
            Refund…
          </MayButton>
        )}
      </div>
      {toRefund > 0 && <p className="mt-1 rounded-md bg-notice px-3 py-2 text-sm">{formatPrice(toRefund)} is to be refunded.</p>}
      <PaymentRows payments={data} of="shop" orderStatus={status} />
    </section>
  );
}
