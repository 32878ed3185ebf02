import { useQuery } from '@tanstack/react-query';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Day } from '#admin/kit/Moment.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { useList } from '#admin/kit/use-list.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { CourierHolding, HeldParcel } from '#domain/settlements/contract.ts';
import { heldParcels, holdingsQuery } from './money-api.ts';

const NOBODY = 'Courier unknown';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

const holdingColumns: Column<CourierHolding>[] = [
  { name: 'Courier', slot: 'title', className: 'max-w-48 break-words', cell: ({ courier }) => <bdi>{courier ?? NOBODY}</bdi> },
  { name: 'Holds', ...money, cell: ({ held }) => <Rupees of={held} /> },
  { name: 'Parcels', align: 'right', className: 'tabular-nums', cell: ({ parcels }) => formatCount(parcels) },
  { name: 'Up to 7 days', ...money, cell: ({ week }) => <Rupees of={week} /> },
  { name: '8 to 14', ...money, cell: ({ fortnight }) => <Rupees of={fortnight} /> },
  { name: '15 to 30', ...money, cell: ({ month }) => <Rupees of={month} /> },
  {
    name: 'Over 30',
    ...money,
    cell: ({ older }) => (
      <span className={older > 0 ? 'text-danger' : undefined}>
        <Rupees of={older} />
      </span>
    ),
  },
  { name: 'Paid too much', ...money, cell: ({ overpaid }) => <Rupees of={overpaid} /> },
];

const parcelColumns: Column<HeldParcel>[] = [
  { name: 'Parcel', slot: 'title', className: 'whitespace-nowrap', cell: ({ number }) => number || 'Without a parcel' },
  { name: 'Courier', className: 'max-w-48 break-words', cell: ({ courier }) => <bdi>{courier ?? NOBODY}</bdi> },
  {
    name: 'Order',
    className: 'whitespace-nowrap',
    cell: ({ orderNumber }) =>
      orderNumber ? (
        <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
          {orderNumber}
        </Link>
      ) : (
        'Unknown'
      ),
  },
  { name: 'Since', className: 'whitespace-nowrap', cell: ({ since }) => <Day of={since} /> },
  { name: 'Days', align: 'right', className: 'tabular-nums', cell: ({ days }) => formatCount(days) },
  { name: 'Holds', ...money, cell: ({ amount }) => <Rupees of={amount} /> },
];

/** What each courier has, by how long, and of which parcels. */
export function WithCouriers() {
  const list = useList(heldParcels);
  const { data: holdings = [] } = useQuery(holdingsQuery);
  const Rows = useIsDesktop() ? DataTable : DataCards;
  const names = new Map(holdings.flatMap(({ courierId, courier }) => (courierId && courier ? [[courierId, courier]] : [])));
  return (
    <>
      <section aria-label="By courier" className="mb-6">
        {holdings.length > 0 && (
          <Rows label="By courier" items={holdings} columns={holdingColumns} keyOf={({ courierId }) => courierId ?? 'nobody'} />
        )}
      </section>
      <ListFilters list={list} label="Parcels" fields={[{ choice: 'courierId', label: 'Courier', all: 'All Couriers', names }]} />
      <DataList
        list={list}
        columns={parcelColumns}
        empty={list.isNarrowed ? 'No parcels found' : 'No courier holds any cash: all that was collected has been paid out.'}
      />
    </>
  );
}
