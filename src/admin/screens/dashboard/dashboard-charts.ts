import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { type ChartColor, type DataPoint, dateLabel } from '#admin/kit/charts/data-points.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { Dashboard } from '#domain/reports/contract.ts';

const STATUS_COLORS: Record<OrderStatus, ChartColor> = {
  pending: 'wait',
  processing: 'work',
  shipped: 'move',
  delivered: 'done',
  cancelled: 'stop',
};

/** The period's orders by status, including statuses without orders. */
export function ordersByStatus(counts: Dashboard['orderStatusCounts']): DataPoint[] {
  return (Object.keys(STATUS_COLORS) as OrderStatus[]).map((status) => ({
    name: ORDER_STATUS_LABELS[status].text,
    value: counts[status],
    color: STATUS_COLORS[status],
  }));
}

export function revenueByDay(days: Dashboard['salesByDate']): DataPoint[] {
  return days.map(({ _id, total, count }) => ({ name: dateLabel(_id), value: total, orders: count }));
}
