import Link from 'virtual:icons/link';
import Pause from 'virtual:icons/pause';
import Pencil from 'virtual:icons/pencil';
import Play from 'virtual:icons/play';
import { Code } from '#admin/kit/Code.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Day } from '#admin/kit/Moment.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Price } from '#admin/kit/Price.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Unbroken } from '#admin/kit/Unbroken.tsx';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import type { DiscountCode } from '#domain/discounts/contract.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import type { NameTotals } from './code-list.ts';
import { stateLabel, stateOf, termsText, usesText } from './code-text.ts';

type Counted = DiscountCode['placed'];
type Sums = Pick<DiscountCode, 'placed' | 'delivered' | 'returned' | 'net'>;

interface Actions {
  categoryNames: ReadonlyMap<string, string>;
  onLink: (code: DiscountCode) => void;
  onEdit: (code: DiscountCode) => void;
  onPause: (code: DiscountCode) => void;
}

export function codeColumns({ categoryNames, onLink, onEdit, onPause }: Actions): Column<DiscountCode>[] {
  return [
    {
      name: 'Code',
      slot: 'title',
      sortBy: 'code',
      firstOrder: 'asc',
      className: 'max-w-64',
      cell: ({ code, name }) => (
        <>
          <Code>{code}</Code>
          {name && (
            <span dir="auto" className="block text-sm font-normal break-words text-muted">
              {name}
            </span>
          )}
        </>
      ),
    },
    {
      name: 'Takes off',
      isWide: true,
      className: 'max-w-80 min-w-40 text-sm',
      cell: (code) => (
        <span className="break-words">
          <Unbroken>{termsText(code, categoryNames)}</Unbroken>
        </span>
      ),
    },
    { name: 'Uses', sortBy: 'uses', firstOrder: 'desc', className: 'whitespace-nowrap tabular-nums', cell: usesText },
    ...countedColumns(true),
    {
      name: 'Added',
      sortBy: 'createdAt',
      firstOrder: 'desc',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: ({ createdAt }) => <Day of={createdAt} />,
    },
    { name: 'State', slot: 'corner', cell: (code) => <StatusBadge label={stateLabel(code)} className="whitespace-nowrap" /> },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (code) => (
        <div className="flex items-center justify-end">
          <button type="button" onClick={() => onLink(code)} aria-label={`Link of ${code.code}`} className="btn-icon">
            <Link className="size-5" />
          </button>
          {stateOf(code) !== 'ended' && (
            <MayButton
              right="change_prices"
              onClick={() => onPause(code)}
              aria-label={`${code.isPaused ? 'Resume' : 'Pause'} ${code.code}`}
              className="btn-icon"
            >
              {code.isPaused ? <Play className="size-5" /> : <Pause className="size-5" />}
            </MayButton>
          )}
          <MayButton right="change_prices" onClick={() => onEdit(code)} aria-label={`Edit ${code.code}`} className="btn-icon">
            <Pencil className="size-5" />
          </MayButton>
        </div>
      ),
    },
  ];
}

/** The codes of each creator or campaign together. */
export const nameColumns: Column<NameTotals>[] = [
  {
    name: 'Creator or campaign',
    slot: 'title',
    className: 'max-w-64',
    cell: ({ name }) => (
      <span dir="auto" className="break-words">
        {name || 'No name'}
      </span>
    ),
  },
  { name: 'Codes', isWide: true, className: 'max-w-80 text-sm break-words', cell: ({ codes }) => codes.join(', ') },
  ...countedColumns<NameTotals>(false),
];

/** Orders with a code: how many, what they cost, and what was taken off. */
function countedColumns<Item extends Sums>(isSorted: boolean): Column<Item>[] {
  const sorted = (part: keyof Sums) => isSorted && { sortBy: part, firstOrder: 'desc' as const };
  const column = (name: string, part: Exclude<keyof Sums, 'net'>): Column<Item> => ({
    name,
    align: 'right',
    ...sorted(part),
    cell: (item) => <Orders counted={item[part]} />,
  });
  return [
    column('Placed', 'placed'),
    column('Delivered', 'delivered'),
    column('Returned', 'returned'),
    {
      name: 'Net',
      align: 'right',
      className: 'whitespace-nowrap',
      ...sorted('net'),
      cell: ({ net }) => (net === 0 ? '–' : <Price of={net} />),
    },
    {
      name: 'Given away',
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ placed }) => (placed.discount === 0 ? '–' : <Price of={placed.discount} />),
    },
  ];
}

function Orders({ counted: { orders, total } }: { counted: Counted }) {
  if (orders === 0) return '–';
  return (
    <span className="whitespace-nowrap">
      {formatCount(orders)}
      {!isHiddenSum(total) && (
        <span className="block text-sm text-muted">
          <Price of={total} />
        </span>
      )}
    </span>
  );
}

export function codeCsv(categoryNames: ReadonlyMap<string, string>): CsvColumn<DiscountCode>[] {
  return [
    { name: 'Code', value: ({ code }) => code },
    { name: 'Creator or campaign', value: ({ name }) => name },
    { name: 'Takes off', value: (code) => termsText(code, categoryNames) },
    { name: 'State', value: (code) => stateLabel(code).text },
    { name: 'Starts', value: ({ startsAt }) => (startsAt ? spreadsheetMoment(startsAt) : '') },
    { name: 'Ends', value: ({ endsAt }) => (endsAt ? spreadsheetMoment(endsAt) : '') },
    { name: 'Uses', value: ({ uses }) => uses },
    { name: 'Uses at most', value: ({ maxUses }) => maxUses ?? '' },
    ...countedCsv,
  ];
}

const countedCsv: CsvColumn<Sums>[] = [
  ...(
    [
      ['Placed', 'placed'],
      ['Delivered', 'delivered'],
      ['Returned', 'returned'],
    ] as const
  ).flatMap(([name, part]) => [
    { name: `${name} orders`, value: (item: Sums) => item[part].orders },
    { name: `${name} total`, value: (item: Sums) => item[part].total },
    { name: `${name} given away`, value: (item: Sums) => item[part].discount },
  ]),
  { name: 'Net', value: ({ net }) => net },
];

export const nameCsv: CsvColumn<NameTotals>[] = [
  { name: 'Creator or campaign', value: ({ name }) => name },
  { name: 'Codes', value: ({ codes }) => codes.join(' ') },
  { name: 'Uses', value: ({ uses }) => uses },
  ...countedCsv,
];
