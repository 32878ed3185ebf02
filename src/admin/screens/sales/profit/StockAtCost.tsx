import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choices } from '#admin/kit/Choices.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { formatPrice } from '#domain/money.ts';
import { type StockAtCost as Lying, STOCK_ORDERS } from '#domain/reports/profit.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { stockPieces, stockWorthQuery } from './profit-api.ts';
import { STOCK_ORDER_LABELS } from './profit-labels.ts';
import { SayCost } from './SayCost.tsx';

const figure = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

/** What lies in the shop, at cost: what nobody buys, and what runs short. */
export function StockAtCost() {
  const list = useList(stockPieces);
  const { data: worth } = useQuery(stockWorthQuery);
  const [costed, setCosted] = useState<Lying | null>(null);

  const columns: Column<Lying>[] = [
    {
      name: 'Piece',
      slot: 'title',
      className: 'max-w-64 break-words',
      cell: (piece) => (
        <>
          {pieceName(piece.name, piece)} <span className="text-sm whitespace-nowrap text-muted">{piece.sku}</span>
        </>
      ),
    },
    { name: 'In the shop', ...figure, cell: ({ pieces }) => formatCount(pieces) },
    { name: 'A piece', ...figure, cell: ({ unitCost }) => (unitCost === null ? 'Unknown' : formatPrice(unitCost)) },
    { name: 'At cost', ...figure, cell: ({ cost }) => (cost === null ? '–' : formatPrice(cost)) },
    {
      name: 'Last sold',
      className: 'whitespace-nowrap',
      cell: ({ lastSold, days }) =>
        lastSold ? `${formatDay(lastSold)} · ${formatCount(days)} d` : `Never, in ${formatCount(days)} d`,
    },
    { name: 'Sold in 4 weeks', ...figure, cell: ({ sold }) => formatCount(sold) },
    { name: 'Lasts', ...figure, cell: ({ daysLeft }) => (daysLeft === null ? '–' : `${formatCount(daysLeft)} d`) },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (piece) => (
        <MayButton right="buy_stock" onClick={() => setCosted(piece)} className="bar-button px-3">
          Cost
          <span className="sr-only"> of {pieceName(piece.name, piece)}</span>
        </MayButton>
      ),
    },
  ];

  return (
    <>
      {worth && (
        <p className="panel mb-4 px-4 py-3 tabular-nums">
          <span className="text-xl font-medium">{formatPrice(worth.cost)}</span>{' '}
          <span className="text-sm text-muted">
            is what {formatCount(worth.pieces - worth.uncosted)} of {formatCount(worth.pieces)} pieces in the shop cost
            {worth.uncosted > 0 && `; nobody has entered it for the other ${formatCount(worth.uncosted)}`}.
          </span>
        </p>
      )}
      <Choices
        label="First"
        values={STOCK_ORDERS}
        chosen={list.filters.first}
        onChoose={(first) => list.change({ first })}
        nameOf={(first) => STOCK_ORDER_LABELS[first]}
        className="mb-3"
      />
      <DataList list={list} columns={columns} empty="There is no such piece" />
      {costed && <SayCost piece={costed} onClose={() => setCosted(null)} />}
    </>
  );
}
