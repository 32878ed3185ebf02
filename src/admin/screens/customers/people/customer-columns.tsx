import { CUSTOMER_BLOCK_LABELS } from '#admin/data/customers/labels.ts';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { Customer } from '#domain/customers/contract.ts';

const numbers = { align: 'right', className: 'tabular-nums' } as const;

export const customerColumns: Column<Customer>[] = [
  { name: 'Customer', slot: 'title', className: 'max-w-64', cell: ({ name }) => <span dir="auto">{name}</span> },
  { name: 'Block and tags', slot: 'corner', cell: (customer) => <Marks customer={customer} /> },
  {
    name: 'Contact',
    isWide: true,
    className: 'max-w-64 text-sm',
    cell: ({ phones, email }) => (
      <>
        <span className="block tabular-nums">{phones.join(', ')}</span>
        <span className="block break-words text-muted">{email}</span>
      </>
    ),
  },
  { name: 'Orders', ...numbers, cell: ({ record }) => <Figure of={record.orders} /> },
  { name: 'Delivered', ...numbers, cell: ({ record }) => <Figure of={record.delivered} /> },
  {
    name: 'Returned',
    ...numbers,
    cell: ({ record }) => <Figure of={record.returned} className="font-medium text-danger" />,
  },
  { name: 'Cancelled', ...numbers, cell: ({ record }) => <Figure of={record.cancelled} /> },
  { name: 'Value', ...numbers, cell: ({ record }) => <Figure of={record.value} format={formatPrice} /> },
  { name: 'Last order', className: 'text-sm whitespace-nowrap text-ink-soft', cell: ({ lastOrderAt }) => formatDay(lastOrderAt) },
];

/** A figure; nothing of something is quiet. */
function Figure({ of: figure, format = formatCount, className = '' }: FigureProps) {
  return <span className={figure === 0 ? 'text-muted' : className}>{format(figure)}</span>;
}

interface FigureProps {
  of: number;
  format?: (figure: number) => string;
  className?: string;
}

/** The block and the tags. */
function Marks({ customer: { block, tags } }: { customer: Customer }) {
  return (
    <span className="flex flex-wrap gap-1">
      {block !== 'none' && <StatusBadge label={CUSTOMER_BLOCK_LABELS[block]} />}
      {tags.map((tag) => (
        <StatusBadge key={tag} label={{ text: tag, tone: 'tone-plain' }} />
      ))}
    </span>
  );
}
