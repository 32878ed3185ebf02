import { formatMoment } from '#admin/kit/formats.ts';
import type { BrowserError } from '#domain/browser-errors/contract.ts';
import { counted } from '#domain/status/conditions.ts';

/** The release of the back office, and so of the pages online. */
const RELEASE = import.meta.env.RELEASE;

/** Errors in the scripts of pages, those of this release first; older ones may be mended, and are folded away. */
export function BrowserErrors({ errors }: { errors: BrowserError[] }) {
  // Those that were too many to keep have no release.
  const current = errors.filter(({ release }) => release === RELEASE || release === '');
  const older = errors.filter((error) => !current.includes(error));
  return (
    <section className="mt-8">
      <h2 className="text-lg">Browser errors in the last 30 days</h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        From the pages of the shop and the back office; nobody’s name is kept. This is release {RELEASE}.
      </p>
      {current.length > 0 ? <ErrorList errors={current} /> : <p className="text-sm text-ink-soft">None in this release.</p>}
      {older.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm underline">
            {counted(older.length, 'error', 'errors')} of older releases
          </summary>
          <ErrorList errors={older} />
        </details>
      )}
    </section>
  );
}

function ErrorList({ errors }: { errors: BrowserError[] }) {
  return (
    <ul className="panel divide-y divide-line">
      {errors.map(({ release, page, message, errors: count, firstAt, lastAt, place, browsers }) => (
        <li key={`${release} ${page} ${message}`} className="px-4 py-2.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-medium break-words">{message}</span>
            <span className="text-sm text-ink-soft">
              About {counted(count, 'time', 'times')} since <time dateTime={firstAt}>{formatMoment(firstAt)}</time>, last{' '}
              <time dateTime={lastAt}>{formatMoment(lastAt)}</time>
            </span>
          </div>
          <p className="text-sm break-all text-ink-soft">
            {[page, browsers.join(', '), release !== RELEASE && release, place].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
