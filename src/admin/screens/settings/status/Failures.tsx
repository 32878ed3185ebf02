import { formatMoment } from '#admin/kit/formats.ts';
import { counted } from '#domain/status/conditions.ts';
import type { ShopStatus } from '#domain/status/contract.ts';

/** Requests that the shop could not answer, with the numbers by which the log finds them. */
export function Failures({ failures }: Pick<ShopStatus, 'failures'>) {
  return (
    <section className="mt-8">
      <h2 className="text-lg">Requests that failed in the last 7 days</h2>
      {failures.length === 0 ? (
        <p className="mt-1 text-sm text-ink-soft">None.</p>
      ) : (
        <ul className="panel mt-3 divide-y divide-line">
          {failures.map(({ operation, code, failures: count, lastAt, recent }) => (
            <li key={`${operation} ${code}`} className="px-4 py-2.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium break-all">{operation}</span>
                <span className="text-sm whitespace-nowrap text-ink-soft">
                  {counted(count, 'time', 'times')}, last <time dateTime={lastAt}>{formatMoment(lastAt)}</time>
                </span>
              </div>
              <p className="text-sm break-all text-ink-soft">{code}</p>
              <details className="text-sm text-ink-soft">
                <summary className="flex min-h-11 cursor-pointer items-center underline">
                  Last requests<span className="sr-only"> of {operation}</span>
                </summary>
                <ul className="space-y-1 pb-2">
                  {recent.map(({ id, at }) => (
                    <li key={id} className="flex flex-wrap gap-x-4">
                      <time dateTime={at} className="whitespace-nowrap">
                        {formatMoment(at)}
                      </time>
                      <span className="break-all">{id}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
