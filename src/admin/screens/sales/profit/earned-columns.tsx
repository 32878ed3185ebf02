import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { dateLabel } from '#admin/kit/charts/data-points.ts';
import { formatCount } from '#admin/kit/formats.ts';
import type { Column } from '#admin/kit/rows.tsx';
import type { CsvColumn } from '#domain/csv.ts';
import { formatPrice } from '#domain/money.ts';
import type { Earned, EarnedGroup, ProfitGroup } from '#domain/reports/profit.ts';
import { GROUP_LABELS } from './profit-labels.ts';

const figure = { align: 'right', className: 'text-sm whitespace-nowrap tabular-nums' } as const;

/** What a group is called. */
export function groupName({ key, name }: EarnedGroup, by: ProfitGroup): string {
  if (key === null) return GROUP_LABELS[by].none;
  if (by === 'day' || by === 'month') return dateLabel(key);
  if (by === 'source') return ORDER_SOURCE_LABELS[key as keyof typeof ORDER_SOURCE_LABELS] ?? key;
  return name ?? key;
}

/** What part of an order’s parcels came back, of all that arrived or did: `12%`. */
export function returnRate({ cameBack, delivered }: Pick<Earned, 'cameBack' | 'delivered'>): string {
  const ended = cameBack + delivered;
  return ended === 0 ? '–' : `${Math.round((cameBack / ended) * 100)}%`;
}

/** How many rupees each rupee of advertising brought: `4.2 ×`. */
export function returnOn(rupees: number | null, advertising: number | null): string {
  return rupees === null || !advertising ? '–' : `${(rupees / advertising).toFixed(1)} ×`;
}

/** Whether advertising is told of groups of this kind. */
export const isAdvertised = (by: ProfitGroup) => by === 'source' || by === 'day' || by === 'month';

/** What advertising brought, where it is told. */
function advertisingColumns(by: ProfitGroup): Column<EarnedGroup>[] {
  if (!isAdvertised(by)) return [];
  return [
    {
      name: 'Advertising',
      ...figure,
      cell: ({ advertising, ordered, collected }) => (
        <>
          {formatPrice(advertising ?? 0)}
          {advertising !== 0 && (
            <span className="block text-xs text-muted">
              {returnOn(ordered, advertising)} ordered
              <br />
              {returnOn(collected, advertising)} collected
            </span>
          )}
        </>
      ),
    },
  ];
}

/** The columns of what was earned. */
export function earnedColumns(by: ProfitGroup): Column<EarnedGroup>[] {
  return [
    {
      name: GROUP_LABELS[by].name,
      slot: 'title',
      className: 'max-w-64 min-w-36 break-words',
      cell: (group) => <bdi>{groupName(group, by)}</bdi>,
    },
    { name: 'Orders', ...figure, cell: ({ orders }) => formatCount(orders) },
    { name: 'Delivered', ...figure, cell: ({ delivered }) => formatCount(delivered) },
    { name: 'Came back', ...figure, cell: returnRate },
    { name: 'Ordered', ...figure, cell: ({ ordered }) => formatPrice(ordered) },
    { name: 'Net', ...figure, cell: ({ net }) => formatPrice(net) },
    {
      name: 'Cost',
      ...figure,
      cell: ({ cost, uncosted }) => (
        <>
          {formatPrice(cost)}
          {uncosted > 0 && <span className="block text-xs text-muted">{formatCount(uncosted)} without</span>}
        </>
      ),
    },
    { name: 'Couriers', ...figure, cell: ({ charges }) => formatPrice(charges) },
    { name: 'Taxes', ...figure, cell: ({ taxes }) => formatPrice(taxes) },
    { name: 'Packing', ...figure, cell: ({ packing }) => formatPrice(packing) },
    {
      name: 'Profit',
      ...figure,
      cell: ({ profit }) => <span className={`font-medium ${profit < 0 ? 'text-danger' : ''}`}>{formatPrice(profit)}</span>,
    },
    ...advertisingColumns(by),
  ];
}

/** The same for a file. */
export function sheetColumns(by: ProfitGroup): CsvColumn<EarnedGroup>[] {
  return [
    {
      name: GROUP_LABELS[by].name,
      value: (group) => (by === 'day' || by === 'month' ? (group.key ?? '') : groupName(group, by)),
    },
    { name: 'Orders', value: ({ orders }) => orders },
    { name: 'Delivered', value: ({ delivered }) => delivered },
    { name: 'Came back', value: ({ cameBack }) => cameBack },
    { name: 'Ordered', value: ({ ordered }) => ordered },
    { name: 'Net', value: ({ net }) => net },
    { name: 'Pieces', value: ({ pieces }) => pieces },
    { name: 'Cost', value: ({ cost }) => cost },
    { name: 'Pieces without a cost', value: ({ uncosted }) => uncosted },
    { name: 'Couriers', value: ({ charges }) => charges },
    { name: 'Taxes', value: ({ taxes }) => taxes },
    { name: 'Packing', value: ({ packing }) => packing },
    { name: 'Profit', value: ({ profit }) => profit },
    ...(isAdvertised(by)
      ? [
          { name: 'Advertising', value: ({ advertising }: EarnedGroup) => advertising },
          { name: 'Collected', value: ({ collected }: EarnedGroup) => collected },
        ]
      : []),
  ];
}
