import { formatCount, formatShortMoment } from '#admin/kit/formats.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { BriefRow, Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { LineResult, Settlement } from '#domain/settlements/contract.ts';
import { ARRIVAL_LABELS, RESULT_LABELS, STATE_LABELS } from './settlement-labels.ts';
import { SETTLEMENTS } from './settlements-api.ts';

export const hrefOf = ({ id }: Pick<Settlement, 'id'>) => `${SETTLEMENTS}/${id}`;

/** What somebody has to look at: `3 short, 1 unmatched`. */
function openText({ results }: Settlement): string {
  const named = (['short', 'unmatched', 'not_owed', 'over'] as const satisfies LineResult[]).flatMap((result) => {
    const count = results[result] ?? 0;
    return count > 0 ? `${formatCount(count)} ${RESULT_LABELS[result].text.toLowerCase()}` : [];
  });
  return named.join(', ') || 'All as expected';
}

/** Where its money is, unless it was undone. */
const labelOf = ({ state, arrival }: Settlement) => (arrival ? ARRIVAL_LABELS[arrival] : STATE_LABELS[state]);

export const settlementColumns: Column<Settlement>[] = [
  {
    name: 'Payment',
    slot: 'title',
    className: 'max-w-64 break-words',
    cell: ({ reference }) => <span className="font-medium">{reference}</span>,
  },
  { name: 'Status', slot: 'corner', cell: (settlement) => <StatusBadge label={labelOf(settlement)} /> },
  { name: 'Courier', className: 'max-w-48 break-words', cell: ({ courier }) => <bdi>{courier}</bdi> },
  { name: 'Parcels', align: 'right', className: 'tabular-nums', cell: ({ sums }) => formatCount(sums.parcels) },
  { name: 'Paid out', align: 'right', className: 'whitespace-nowrap tabular-nums', cell: ({ sums }) => <Rupees of={sums.net} /> },
  { name: 'To look at', className: 'max-w-64 lg:pl-6', cell: openText },
  {
    name: 'Booked',
    className: 'whitespace-nowrap text-sm',
    cell: ({ createdAt, bookedBy }) => (
      <>
        <Moment of={createdAt} />
        {bookedBy && <bdi className="block text-muted">{bookedBy}</bdi>}
      </>
    ),
  },
];

/** On a phone: which payment, of whom and how much, then what needs a look. */
export const settlementBrief: BriefRow<Settlement> = {
  name: ({ reference }) => reference,
  of: ({ courier }) => <bdi>{courier}</bdi>,
  end: ({ state, sums }) => (state === 'undone' ? <StatusBadge label={STATE_LABELS.undone} /> : <Rupees of={sums.net} />),
  below: (settlement) => (
    <span className="grow break-words text-muted">
      {[
        `${formatCount(settlement.sums.parcels)} parcels`,
        openText(settlement),
        ...(settlement.arrival ? [ARRIVAL_LABELS[settlement.arrival].text] : []),
        formatShortMoment(settlement.createdAt),
      ].join(' · ')}
    </span>
  ),
};
