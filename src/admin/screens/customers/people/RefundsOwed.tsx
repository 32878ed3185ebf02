import { formatPrice } from '#admin/kit/price-text.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import type { RefundOwed } from '#domain/reports/where-money-is.ts';

const WAITS: Record<RefundOwed['waitsFor'], string> = {
  pieces: 'to pay back once the pieces are here',
  account: 'to pay back: the customer has to name an account',
  shop: 'to pay back',
};

/** What the shop owes a customer, each with its return or order; nothing where it owes nothing. */
export function RefundsOwed({ money }: { money: CustomerDetails['money'] | undefined }) {
  if (!money || money.refunds.length === 0) return null;
  return (
    <ul aria-label="To pay back" className="mt-4 rounded-md bg-notice px-4 py-1.5 text-sm">
      {money.refunds.map(({ id, orderNumber, returnNumber, amount, waitsFor }) => (
        <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-2">
          <Link
            href={returnNumber ? `/admin/returns/${returnNumber}` : `/admin/orders/${orderNumber}`}
            className="underline underline-offset-4"
          >
            {returnNumber ?? orderNumber}
          </Link>
          <span>
            <strong className="font-medium tabular-nums">{formatPrice(amount)}</strong> {WAITS[waitsFor]}
          </span>
        </li>
      ))}
    </ul>
  );
}
