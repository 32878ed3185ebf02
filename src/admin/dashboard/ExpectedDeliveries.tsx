import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount, formatDay, today } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { DeskWork } from '#shared/schemas/reports.ts';

/** What suppliers should bring, the earliest first; what has not come on its day is marked. */
export function ExpectedDeliveries({ work: { expected, expectedCount } }: { work: DeskWork }) {
  return (
    <Section
      title={expectedCount > 0 ? `Deliveries Expected (${formatCount(expectedCount)})` : 'Deliveries Expected'}
      isEmpty={expected.length === 0}
      empty="No delivery is expected"
      action={
        <Link href="/admin/purchase-orders" className="quiet-link">
          Purchase Orders
        </Link>
      }
    >
      <ul className="panel divide-y divide-line px-4 sm:px-5">
        {expected.map(({ id, orderNumber, supplierName, expectedDeliveryDate }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 py-2">
            <span className="min-w-0 grow">
              <Link href={`/admin/purchase-orders/${orderNumber}`} className="entry-link inline-block py-0.5 font-medium">
                {orderNumber}
              </Link>
              <span className="block truncate text-sm text-muted">{supplierName}</span>
            </span>
            <span className={`badge shrink-0 ${expectedDeliveryDate < today() ? 'tone-stop' : 'tone-plain'}`}>
              {formatDay(expectedDeliveryDate)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
