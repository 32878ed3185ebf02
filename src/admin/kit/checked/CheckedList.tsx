import type { ReactNode } from 'react';
import { formatCount } from '#admin/kit/formats.ts';

/** `ready`: it would be done; `same`: it is so already. */
export type CheckOutcome = 'refused' | 'ready' | 'done' | 'same';

/** What needs a look comes first. */
const GROUPS = ['refused', 'ready', 'done', 'same'] as const;

interface Props<Line> {
  lines: Line[];
  /** What is counted above the list, by outcome: “3 saved · 1 unchanged”. */
  words: Record<CheckOutcome, string | ((count: number) => string)>;
  keyOf: (line: Line) => string | number;
  /** The columns of a line. */
  columns: string;
  children: (line: Line) => ReactNode;
}

/** What comes, or came, of each of many lines that somebody pasted: in a word for all of them, and one by one. */
export function CheckedList<Line extends { outcome: CheckOutcome }>({ lines, words, keyOf, columns, children }: Props<Line>) {
  const of = (outcome: CheckOutcome) => lines.filter((line) => line.outcome === outcome);
  const counts = (['done', 'ready', 'refused', 'same'] as const).flatMap((outcome) => {
    const count = of(outcome).length;
    const word = words[outcome];
    return count > 0 ? [`${formatCount(count)} ${typeof word === 'string' ? word : word(count)}`] : [];
  });
  return (
    <>
      <p role="status" className="mb-3 font-medium tabular-nums">
        {counts.join(' · ')}
      </p>
      <ol aria-label="Lines" className="panel divide-y divide-line">
        {GROUPS.flatMap(of).map((line) => (
          <li key={keyOf(line)} className={`grid gap-x-3 gap-y-0.5 px-4 py-2 text-sm ${columns}`}>
            {children(line)}
          </li>
        ))}
      </ol>
    </>
  );
}
