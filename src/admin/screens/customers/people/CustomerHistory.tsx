import { formatMoment } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import { historyOf } from './customer-history.ts';

/** What happened with a customer, the latest first: orders, parcels, money, and what they wrote. */
export function CustomerHistory({ customer }: { customer: CustomerDetails }) {
  const { happenings, isCut } = historyOf(customer);
  return (
    <section aria-label="What happened" className="panel p-4 sm:px-5">
      <h3 className="panel-heading">What happened</h3>
      {happenings.length === 0 && <p className="mt-2 text-sm text-muted">Nothing yet.</p>}
      <ol className="mt-1 divide-y divide-line">
        {happenings.map(({ key, at, what, record, facts, words }) => (
          <li key={key} className="py-2 text-sm">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{what}</span>
              {record && (
                <Link
                  href={record.href}
                  className="inline-flex min-h-6 items-center text-gold-deep underline decoration-gold underline-offset-4"
                >
                  {record.name}
                </Link>
              )}
              {facts && <bdi className="min-w-0 break-words text-ink-soft tabular-nums">{facts}</bdi>}
            </p>
            {words && (
              <p dir="auto" className="line-clamp-4 break-words whitespace-pre-line">
                {words}
              </p>
            )}
            <p className="text-xs text-muted">
              <time dateTime={at}>{formatMoment(at)}</time>
            </p>
          </li>
        ))}
      </ol>
      {isCut && <p className="border-t border-line pt-3 text-sm text-muted">Earlier events are shown with each order.</p>}
    </section>
  );
}
