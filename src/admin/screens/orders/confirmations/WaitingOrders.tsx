import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmationLabel } from '#admin/data/confirmations/labels.ts';
import { placeOf, unitsOf } from '#admin/data/orders/labels.ts';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { PAGE_SIZES } from '#admin/kit/list-filters.ts';
import { Pager } from '#admin/kit/Pager.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { $session } from '#admin/platform/session.ts';
import type { DeskOrder } from '#domain/confirmations/contract.ts';
import { queueQuery } from './confirmations-api.ts';
import { dueText } from './due-text.ts';
import { Queue } from './Queue.tsx';

/** All orders that wait, the most urgent first and those for later after them, page by page. Opening one claims it. */
export function WaitingOrders({ onOpen }: { onOpen: (orderId: string) => void }) {
  const session = useStore($session);
  const me = 'admin' in session ? session.admin.id : '';
  const [{ page, limit }, setPage] = useState({ page: 1, limit: PAGE_SIZES[0] as number });
  const { data } = useQuery({ ...queueQuery(page, limit), placeholderData: (before) => before });
  const isDesktop = useIsDesktop();
  if (!data || data.total === 0) return null;
  const { items, total } = data;
  const pagination = { page, limit, totalItems: total, totalPages: Math.ceil(total / limit) };

  return (
    <>
      <nav aria-label="Queue">
        {isDesktop ? (
          <DataTable label="orders that wait" items={items} columns={columnsFor(me, onOpen)} keyOf={({ order }) => order.id} />
        ) : (
          <Queue items={items} onOpen={onOpen} />
        )}
      </nav>
      <p className="mt-2 text-sm text-muted">
        A score of 0 means no doubt, 60 or more serious doubt: open an order to read why. Nobody is called between 10 pm and 9 am.
      </p>
      <Pager
        pagination={pagination}
        shown={items.length}
        noun={total === 1 ? 'order' : 'orders'}
        onPage={(next) => setPage({ page: next, limit })}
        onResize={(size) => setPage({ page: 1, limit: size })}
      />
    </>
  );
}

function columnsFor(me: string, onOpen: (orderId: string) => void): Column<DeskOrder>[] {
  return [
    {
      name: 'Order',
      slot: 'title',
      className: 'whitespace-nowrap',
      cell: ({ order: { id, orderNumber } }) => (
        <button type="button" onClick={() => onOpen(id)} className="record-link min-h-9 cursor-pointer">
          {orderNumber}
        </button>
      ),
    },
    {
      name: 'Due',
      className: 'text-sm text-ink-soft',
      cell: ({ order: { confirmation } }) => confirmation && dueText(confirmation, me),
    },
    {
      name: 'Customer',
      className: 'max-w-64',
      cell: ({ order: { customerName } }) => (
        <p dir="auto" className="truncate">
          {customerName}
        </p>
      ),
    },
    { name: 'City', className: 'max-w-40 break-words', cell: ({ order }) => <bdi>{placeOf(order)}</bdi> },
    { name: 'Amount', align: 'right', className: 'whitespace-nowrap', cell: ({ order }) => formatPrice(order.totalAmount) },
    { name: 'Pieces', align: 'right', cell: ({ order }) => formatCount(unitsOf(order)) },
    { name: 'Attempts', align: 'right', cell: ({ attempts }) => quietZero(attempts.length) },
    { name: 'Score', align: 'right', cell: ({ order }) => quietZero(order.confirmation?.score ?? 0) },
    {
      name: 'State',
      cell: ({ order: { confirmation } }) => confirmation && <StatusBadge label={confirmationLabel(confirmation)} />,
    },
  ];
}

function quietZero(count: number) {
  return count === 0 ? <span className="text-muted">0</span> : formatCount(count);
}
