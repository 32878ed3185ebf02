import type { ChartColor, Figure } from '#admin/kit/charts/figures.ts';
import { stepName } from '#admin/kit/charts/step-name.ts';
import type { OrderStatus } from '#shared/schemas/orders.ts';
import type { Dashboard } from '#shared/schemas/reports.ts';

const STATUSES: [OrderStatus, name: string, ChartColor][] = [
  ['pending', 'Pending', 'wait'],
  ['processing', 'Processing', 'work'],
  ['shipped', 'Shipped', 'move'],
  ['delivered', 'Delivered', 'done'],
  ['cancelled', 'Cancelled', 'stop'],
];

/** Orders of the period by status, also the statuses that none has. */
export function statusFigures(counts: Dashboard['orderStatusCounts']): Figure[] {
  return STATUSES.map(([status, name, color]) => ({ name, value: counts[status], color }));
}

/** Revenue day by day. */
export function trendFigures(days: Dashboard['salesByDate']): Figure[] {
  return days.map(({ _id, total, count }) => ({ name: stepName(_id), value: total, orders: count }));
}
