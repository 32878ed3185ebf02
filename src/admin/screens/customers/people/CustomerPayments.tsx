import { PaymentRows } from '#admin/data/payments/PaymentRows.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import type { CustomerDetails } from '#domain/customers/contract.ts';

/** What a customer paid and got back, but for store credit; nothing where no money moved, and for whoever sees none. */
export function CustomerPayments({ money }: Pick<CustomerDetails, 'money'>) {
  if (!money || money.payments.total === 0) return null;
  const { items, total } = money.payments;
  return (
    <section aria-label="Payments" className="panel px-4 py-2 sm:px-5">
      <h3 className="panel-heading flex min-h-11 items-center">Payments</h3>
      {total > items.length && (
        <p className="text-sm text-muted">
          The latest {formatCount(items.length)} of {formatCount(total)}. Each order has its own.
        </p>
      )}
      <PaymentRows payments={items} of="shop" showsOrder />
    </section>
  );
}
