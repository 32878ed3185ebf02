import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { roundMoney } from '#domain/money.ts';
import type { SettlementLine } from '#domain/settlements/contract.ts';
import { OUTCOME_LABELS, RESULT_LABELS } from './settlement-labels.ts';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

/** A sum with what differs from what was expected below it. */
function WithDifference({ of: sum, by }: { of: number | null; by: number | null }) {
  return (
    <>
      <Rupees of={sum} />
      {by !== null && by !== 0 && (
        <span className={`block text-sm ${by < 0 ? 'text-danger' : 'text-muted'}`}>
          {by > 0 && '+'}
          <Rupees of={by} />
        </span>
      )}
    </>
  );
}

/** What the dated table says, where the courier keeps something else. */
function AboveTable({ by, of: listed, table }: { by: number | null; of: number | null | undefined; table: string }) {
  if (by === null || by === 0 || listed === undefined) return null;
  return (
    <span className={`block text-sm ${by > 0 ? 'text-danger' : 'text-muted'}`}>
      <Rupees of={listed} /> by the {table}
    </span>
  );
}

export const lineColumns: Column<SettlementLine>[] = [
  {
    name: 'Parcel',
    slot: 'title',
    className: 'whitespace-nowrap',
    cell: ({ trackingNumber, line }) => (
      <>
        <span className="font-medium">{trackingNumber || 'No parcel'}</span>
        <span className="block text-sm text-muted">Line {formatCount(line)}</span>
      </>
    ),
  },
  { name: 'Result', slot: 'corner', cell: ({ result }) => <StatusBadge label={RESULT_LABELS[result]} /> },
  {
    name: 'Order',
    className: 'max-w-48 break-words',
    cell: ({ orderNumber, shipmentNumber, orderReference }) => (
      <>
        {orderNumber ? (
          <Link href={`/admin/orders/${orderNumber}`} className="underline underline-offset-2">
            {orderNumber}
          </Link>
        ) : (
          <bdi>{orderReference || '–'}</bdi>
        )}
        {shipmentNumber && <span className="block text-sm text-muted">{shipmentNumber}</span>}
      </>
    ),
  },
  {
    name: 'The courier says',
    className: 'whitespace-nowrap',
    cell: ({ outcome, day }) => (
      <>
        {OUTCOME_LABELS[outcome]}
        {day && (
          <time dateTime={day} className="block text-sm text-muted">
            {formatDay(day)}
          </time>
        )}
      </>
    ),
  },
  { name: 'Owed', ...money, cell: ({ expected }) => (expected ? <Rupees of={expected.cod} /> : '–') },
  {
    name: 'Cash',
    ...money,
    cell: ({ outcome, cod, difference }) => <WithDifference of={outcome === 'delivered' ? cod : 0} by={difference} />,
  },
  {
    name: 'Charges',
    ...money,
    cell: ({ shipping, gst, otherCharges, chargeDifference, expected }) => (
      <>
        <Rupees of={roundMoney(shipping + gst + otherCharges)} />
        <AboveTable by={chargeDifference} of={expected?.charge} table="price list" />
      </>
    ),
  },
  {
    name: 'Taxes',
    ...money,
    cell: ({ incomeTax, salesTax, taxDifference, expected }) => (
      <>
        <Rupees of={roundMoney(incomeTax + salesTax)} />
        <AboveTable by={taxDifference} of={expected?.tax} table="rates" />
      </>
    ),
  },
  { name: 'Net', ...money, cell: ({ net }) => <Rupees of={net} /> },
];
