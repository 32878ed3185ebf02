import { MONEY_STATE_LABELS, ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Day } from '#admin/kit/Moment.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { MONEY_STATES } from '#domain/orders/money-state.ts';
import type { OrderMoney } from '#domain/reports/where-money-is.ts';
import { orderMoneyList } from './money-api.ts';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

const columns: Column<OrderMoney>[] = [
  { name: 'Order', slot: 'title', className: 'whitespace-nowrap font-medium', cell: ({ orderNumber }) => orderNumber },
  { name: 'Money', slot: 'corner', cell: ({ state }) => <StatusBadge label={MONEY_STATE_LABELS[state]} /> },
  { name: 'Status', cell: ({ status }) => ORDER_STATUS_LABELS[status].text },
  { name: 'With', className: 'max-w-48 break-words', cell: ({ couriers }) => <bdi>{couriers.join(', ') || '–'}</bdi> },
  {
    name: 'Since',
    className: 'whitespace-nowrap',
    cell: ({ since, days }) => (
      <>
        <Day of={since} /> · {formatCount(days)} {days === 1 ? 'day' : 'days'}
      </>
    ),
  },
  { name: 'Total', ...money, cell: ({ totalAmount }) => <Rupees of={totalAmount} /> },
  { name: 'Received', ...money, cell: ({ received }) => <Rupees of={received} /> },
  { name: 'Due', ...money, cell: ({ due }) => <Rupees of={due} /> },
  { name: 'With couriers', ...money, cell: ({ held }) => <Rupees of={held} /> },
  { name: 'Written off', ...money, cell: ({ writtenOff }) => <Rupees of={writtenOff} /> },
];

/** Orders by where their money is. */
export function OrderMoneyList() {
  const list = useList(orderMoneyList);
  return (
    <>
      <StateTabs
        label="Status of the money"
        tabs={MONEY_STATES.map((state) => ({
          label: MONEY_STATE_LABELS[state].text,
          href: list.addressWith({ state }),
          isShown: state === list.filters.state,
        }))}
      />
      <DataList
        list={list}
        columns={columns}
        hrefOf={({ orderNumber }) => `/admin/orders/${orderNumber}`}
        empty="There is no such order"
      />
    </>
  );
}
