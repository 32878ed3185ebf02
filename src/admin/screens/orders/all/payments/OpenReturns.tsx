import { useQuery } from '@tanstack/react-query';
import { CheckField } from '#admin/kit/fields.tsx';
import { Price } from '#admin/kit/Price.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { callStaffApiPage } from '#admin/platform/staff-api.ts';
import { orders } from '#admin/screens/orders/all/orders.ts';
import type { Refund } from '#domain/payments/contract.ts';
import { returnRequest } from '#domain/returns/contract.ts';

const requests = returnRequest.array();

/** The returns of an order that are still to be paid back: that is done there, so that a piece is paid back once. Nothing where there are none. */
export function OpenReturns({ orderId }: { orderId: string }) {
  const { data } = useQuery({
    queryKey: [...orders.queries.all, 'open returns', orderId],
    queryFn: ({ signal }) =>
      callStaffApiPage('/returns', { query: { orderId, state: 'open', page: '1', limit: '20' }, schema: requests, signal }),
  });
  const open = data?.items.filter((asked) => asked.orderId === orderId && asked.toPay > 0) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label="Open returns" className="mb-4 rounded-md bg-notice px-4 py-3 text-sm">
      <p>Still to be paid back for this order. Pay it back there, so that no piece is paid back twice:</p>
      <ul className="mt-1">
        {open.map(({ id, returnNumber, toPay }) => (
          <li key={id} className="flex min-h-9 items-center gap-x-3">
            <Link href={`/admin/returns/${returnNumber}`} className="quiet-link font-medium">
              {returnNumber}
            </Link>
            <Price of={toPay} />
          </li>
        ))}
      </ul>
      <CheckField<Omit<Refund, 'updatedAt'>> name="isBesides" label="This refund is for something else" />
    </section>
  );
}
