import { useState } from 'react';
import { Choices } from '#admin/kit/Choices.tsx';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import type { LineResult, SettlementLine } from '#domain/settlements/contract.ts';
import { lineColumns } from './line-columns.tsx';
import { RESULT_LABELS, RESULT_MEANINGS } from './settlement-labels.ts';

/** Lines shown at first, and with each press on "Show more". */
const STEP = 50;

const RESULTS = Object.keys(RESULT_LABELS) as LineResult[];

/** The rows of a file by what came of them. What needs a look stands first. */
export function SettlementLines({ lines }: { lines: SettlementLine[] }) {
  const of = (wanted: LineResult) => lines.filter(({ result }) => result === wanted);
  const present = RESULTS.filter((result) => of(result).length > 0);
  const [chosen, setChosen] = useState<LineResult | null>(null);
  const [length, setLength] = useState(STEP);
  const Rows = useIsDesktop() ? DataTable : DataCards;
  const shown = chosen && present.includes(chosen) ? chosen : present[0];
  if (!shown) return null;
  const listed = of(shown);

  return (
    <section aria-label="Rows">
      <Choices
        label="Results"
        values={present}
        chosen={shown}
        onChoose={(result) => {
          setChosen(result);
          setLength(STEP);
        }}
        nameOf={(result) => (
          <>
            {RESULT_LABELS[result].text} <span className="tabular-nums">{formatCount(of(result).length)}</span>
          </>
        )}
      />
      <p className="mt-3 mb-3 text-sm text-ink-soft">{RESULT_MEANINGS[shown]}</p>
      <Rows
        label={`${RESULT_LABELS[shown].text} rows`}
        items={listed.slice(0, length)}
        columns={lineColumns}
        keyOf={({ line }) => String(line)}
      />
      {listed.length > length && (
        <button type="button" onClick={() => setLength(length + STEP)} className="btn btn-outline mt-3">
          Show more ({formatCount(listed.length - length)})
        </button>
      )}
    </section>
  );
}
