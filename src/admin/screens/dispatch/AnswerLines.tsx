import { formatCount } from '#admin/kit/formats.ts';
import type { CheckedAnswer } from './answer-lines.ts';

/** What needs a look comes first. */
const GROUPS = ['refused', 'ready', 'done', 'same'] as const;

/** What comes, or came, of each line, in a word for all of them and one by one. */
export function AnswerLines({ lines }: { lines: CheckedAnswer[] }) {
  const of = (outcome: CheckedAnswer['outcome']) => lines.filter((line) => line.outcome === outcome);
  const counts = [
    [of('done').length, 'saved'],
    [of('ready').length, 'fit'],
    [of('refused').length, of('refused').length === 1 ? 'does not fit' : 'do not fit'],
    [of('same').length, 'unchanged'],
  ] as const;
  return (
    <>
      <p role="status" className="mb-3 font-medium tabular-nums">
        {counts.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}`] : [])).join(' · ')}
      </p>
      <ol aria-label="Lines" className="panel divide-y divide-line">
        {GROUPS.flatMap(of).map((row) => (
          <li
            key={row.line}
            className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-4 py-2 text-sm sm:grid-cols-[3rem_minmax(0,12rem)_minmax(0,1fr)]"
          >
            <span className="text-muted tabular-nums">
              <span className="sr-only">Line </span>
              {formatCount(row.line)}
            </span>
            {row.given && (
              <span className="break-words tabular-nums">
                {row.given.reference} <span className="text-muted">{row.given.trackingNumber}</span>
              </span>
            )}
            <span
              className={`break-words max-sm:col-start-2 ${row.given ? '' : 'sm:col-span-2'} ${row.outcome === 'refused' ? 'text-danger' : ''}`}
            >
              <Outcome row={row} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Outcome({ row: { outcome, given, orderNumber, problem } }: { row: CheckedAnswer }) {
  if (outcome === 'refused') return problem;
  if (outcome === 'same') return <span className="text-muted">{orderNumber} has this number already</span>;
  return (
    <>
      {orderNumber} {outcome === 'done' ? 'has' : 'gets'}{' '}
      <strong className="font-medium tabular-nums">{given?.trackingNumber}</strong>
    </>
  );
}
