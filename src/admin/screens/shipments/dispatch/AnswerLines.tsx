import { CheckedList } from '#admin/kit/checked/CheckedList.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import type { CheckedAnswer } from './answer-lines.ts';

const WORDS = {
  done: 'saved',
  ready: 'fit',
  refused: (count: number) => (count === 1 ? 'does not fit' : 'do not fit'),
  same: 'unchanged',
};

/** What comes, or came, of each line of a portal's answer. */
export function AnswerLines({ lines }: { lines: CheckedAnswer[] }) {
  return (
    <CheckedList
      lines={lines}
      words={WORDS}
      keyOf={({ line }) => line}
      columns="grid-cols-[3rem_minmax(0,1fr)] sm:grid-cols-[3rem_minmax(0,12rem)_minmax(0,1fr)]"
    >
      {(row) => (
        <>
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
        </>
      )}
    </CheckedList>
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
