import { countText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Customer, CustomerDetails } from '#domain/customers/contract.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

interface Props {
  customer: Customer;
  /** What the books know; undefined while it is being fetched. */
  money: CustomerDetails['money'] | undefined;
}

/** What a customer ordered, kept, sent back, and what is still to be paid by either side. Orders are counted for whoever sees no sums. */
export function CustomerSums({ customer: { record, credit }, money }: Props) {
  const figures: Figure[] = [
    { name: 'Ordered', sum: record.ordered, note: countText('order', record.orders) },
    { name: 'Delivered', sum: record.value, note: countText('order', record.delivered) },
    { name: 'Came back', sum: money?.sentBack, note: countText('order', record.returned) },
    ...(isHiddenSum(credit)
      ? []
      : [
          { name: 'Still to pay', sum: money?.owed },
          { name: 'To pay back', sum: money?.refundOwed, isOwed: true },
          { name: 'Store credit', sum: credit },
        ]),
  ];
  return (
    <section aria-label="Sums" className="panel mt-4">
      <dl className="grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-6">
        {figures.map(({ name, sum, note, isOwed = false }) => (
          <div key={name} className="px-4 py-2.5">
            <dt className="text-xs text-muted">{name}</dt>
            <dd>
              {!isHiddenSum(credit) && (
                <span className={`block text-lg font-medium tabular-nums ${isOwed && sum ? 'text-danger' : ''}`}>
                  {sum === undefined ? '–' : formatPrice(sum)}
                </span>
              )}
              {note && <span className={isHiddenSum(credit) ? 'font-medium' : 'text-xs text-muted'}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Figure {
  name: string;
  sum: number | undefined;
  note?: string;
  /** Somebody waits for it. */
  isOwed?: boolean;
}
