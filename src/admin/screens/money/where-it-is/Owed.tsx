import { useQuery } from '@tanstack/react-query';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { Day } from '#admin/kit/Moment.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { Link } from '#admin/platform/Link.tsx';
import { roundMoney } from '#domain/money.ts';
import type { OpenClaim, RefundOwed } from '#domain/reports/where-money-is.ts';
import { claimsQuery, refundsQuery } from './money-api.ts';
import { DISPUTE_STATE_LABELS, REFUND_WAIT_TEXTS } from './money-labels.ts';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

const toOrder = ({ orderNumber }: { orderNumber: string }) => (
  <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
    {orderNumber}
  </Link>
);

const claimColumns: Column<OpenClaim>[] = [
  { name: 'Parcel', slot: 'title', className: 'whitespace-nowrap', cell: ({ shipmentNumber }) => shipmentNumber },
  { name: 'Status', slot: 'corner', cell: ({ state }) => <StatusBadge label={DISPUTE_STATE_LABELS[state]} /> },
  { name: 'Order', className: 'whitespace-nowrap', cell: toOrder },
  { name: 'Courier', className: 'max-w-48 break-words', cell: ({ courier }) => <bdi>{courier}</bdi> },
  { name: 'Since', className: 'whitespace-nowrap', cell: ({ since }) => <Day of={since} /> },
  { name: 'Claim by', className: 'whitespace-nowrap', cell: ({ deadline }) => <Day of={deadline} /> },
  { name: 'Claimed', ...money, cell: ({ amount }) => <Rupees of={amount} /> },
];

const refundColumns: Column<RefundOwed>[] = [
  { name: 'Order', slot: 'title', className: 'whitespace-nowrap', cell: toOrder },
  { name: 'Customer', className: 'max-w-48 break-words', cell: ({ customerName }) => <bdi>{customerName}</bdi> },
  { name: 'Return', className: 'whitespace-nowrap', cell: ({ returnNumber }) => returnNumber ?? '–' },
  { name: 'Since', className: 'whitespace-nowrap', cell: ({ since }) => <Day of={since} /> },
  { name: 'Waits for', className: 'max-w-56 break-words', cell: ({ waitsFor }) => REFUND_WAIT_TEXTS[waitsFor] },
  { name: 'Owed', ...money, cell: ({ amount }) => <Rupees of={amount} /> },
];

/** What couriers owe for lost and broken parcels, and what the shop owes customers. */
export function Owed() {
  const claims = useQuery(claimsQuery).data;
  const refunds = useQuery(refundsQuery).data;
  return (
    <>
      <Part title="Courier claims" items={claims} columns={claimColumns} none="No courier claim is open." />
      <Part title="Refunds owed" items={refunds} columns={refundColumns} none="No customer waits for money." />
    </>
  );
}

function Part<Item extends { id: string; amount: number }>(props: {
  title: string;
  items: Item[] | undefined;
  columns: Column<Item>[];
  none: string;
}) {
  const { title, items, columns, none } = props;
  const Rows = useIsDesktop() ? DataTable : DataCards;
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 flex flex-wrap items-baseline justify-between gap-2 text-xl">
        {title}
        {items && items.length > 0 && (
          <span className="text-base tabular-nums">
            <Rupees of={roundMoney(items.reduce((sum, { amount }) => sum + amount, 0))} />
          </span>
        )}
      </h2>
      {items?.length === 0 && <p className="text-sm text-muted">{none}</p>}
      {items && items.length > 0 && <Rows label={title} items={items} columns={columns} keyOf={({ id }) => id} />}
    </section>
  );
}
