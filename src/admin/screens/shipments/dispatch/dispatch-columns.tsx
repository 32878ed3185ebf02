import { placeOf } from '#admin/data/orders/labels.ts';
import { formatCount, formatDaysAgo } from '#admin/kit/formats.ts';
import { Price } from '#admin/kit/Price.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { CourierCell } from './CourierCell.tsx';
import { WeightField } from './WeightField.tsx';

export const dispatchColumns: Column<DispatchRow>[] = [
  {
    name: 'Order',
    slot: 'title',
    className: 'max-w-52 py-2!',
    cell: ({ orderNumber, customerName, orderedAt }) => (
      <>
        <Link href={`/admin/orders/${orderNumber}`} className="record-link inline-block whitespace-nowrap">
          {orderNumber}
        </Link>
        <bdi className="block text-sm font-normal break-words text-ink-soft lg:truncate">{customerName}</bdi>
        <span className="block text-xs font-normal text-muted">{formatDaysAgo(orderedAt)}</span>
      </>
    ),
  },
  { name: 'City', className: 'max-w-36', cell: (row) => <bdi className="break-words">{placeOf(row)}</bdi> },
  { name: 'Pieces', align: 'right', cell: ({ units }) => formatCount(units) },
  { name: 'Weight (g)', cell: (row) => <WeightField key={`${row.id} ${row.grams}`} row={row} /> },
  { name: 'Due on delivery', align: 'right', className: 'whitespace-nowrap', cell: ({ toCollect }) => <Price of={toCollect} /> },
  { name: 'Courier', isWide: true, className: 'w-80', cell: (row) => <CourierCell row={row} /> },
];
