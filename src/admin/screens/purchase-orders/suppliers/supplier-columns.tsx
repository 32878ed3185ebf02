import { Day } from '#admin/kit/Moment.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { SUPPLIER_STATES, Supplier } from '#domain/suppliers/contract.ts';

export const SUPPLIER_STATE_NAMES: ReadonlyMap<(typeof SUPPLIER_STATES)[number], string> = new Map([
  ['in_use', 'In use'],
  ['owed', 'Owed something'],
  ['overdue', 'Overdue'],
  ['archived', 'Archived'],
]);

const money = { align: 'right', className: 'tabular-nums', firstOrder: 'desc' } as const;

export const supplierColumns: Column<Supplier>[] = [
  { name: 'Supplier', slot: 'title', sortBy: 'name', className: 'max-w-80', cell: ({ name }) => <span dir="auto">{name}</span> },
  {
    name: 'State',
    slot: 'corner',
    cell: ({ archivedAt }) => archivedAt && <StatusBadge label={{ text: 'Archived', tone: 'tone-plain' }} />,
  },
  { name: 'Phone', className: 'text-sm whitespace-nowrap tabular-nums', cell: ({ phone }) => phone },
  { name: 'Owed', sortBy: 'owed', ...money, cell: ({ owed }) => <Rupees of={owed} /> },
  {
    name: 'Overdue',
    sortBy: 'overdue',
    ...money,
    cell: ({ overdue }) => (
      <span className={overdue > 0 ? 'font-medium text-danger' : 'text-muted'}>
        <Rupees of={overdue} />
      </span>
    ),
  },
  {
    name: 'Last delivery',
    sortBy: 'lastDelivery',
    firstOrder: 'desc',
    className: 'text-sm whitespace-nowrap text-ink-soft',
    cell: ({ lastDelivery }) => (lastDelivery ? <Day of={lastDelivery} /> : 'None yet'),
  },
];
