import { useCustomerDetails } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS, recordText } from '#admin/data/customers/labels.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';

/** Other orders that are listed; the customer's own page has more. */
const SHOWN = 3;

/** Who ordered: how their orders went so far, what staff wrote about them, and their other orders. */
export function OrderCustomer({ order }: { order: StaffOrder }) {
  const { data: customer } = useCustomerDetails(order.customerId);
  if (!customer) return null;
  const others = customer.orders.filter(({ id }) => id !== order.id).slice(0, SHOWN);
  return (
    <section aria-label="Earlier orders" className="mt-1 -mx-4 border-t border-line px-4 pt-1 sm:-mx-5 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link href={`/admin/customers/${customer.id}`} className="quiet-link font-medium">
          {customer.name}
        </Link>
        <span className="text-sm text-muted">{recordText(customer.record)}</span>
        {customer.block !== 'none' && <StatusBadge label={CUSTOMER_BLOCK_LABELS[customer.block]} />}
        {customer.tags.map((tag) => (
          <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
        ))}
      </p>
      {customer.notes && (
        <p dir="auto" className="mt-1 text-sm break-words whitespace-pre-line">
          {customer.notes}
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-1 divide-y divide-line border-t border-line">
          {others.map(({ id, orderNumber, status, totalAmount, createdAt }) => (
            <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
              <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
                {orderNumber}
              </Link>
              <span className="min-w-0 grow text-muted">{formatDay(createdAt)}</span>
              <span className="tabular-nums">{formatPrice(totalAmount)}</span>
              <StatusBadge label={ORDER_STATUS_LABELS[status]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
