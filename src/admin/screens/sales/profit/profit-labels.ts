import type { CountedBy, DayStage, ProfitGroup, StockOrder } from '#domain/reports/profit.ts';

/** What the earnings are told by, and what stands where that is not known. */
export const GROUP_LABELS: Record<ProfitGroup, { name: string; none: string }> = {
  product: { name: 'Product', none: 'No product' },
  choice: { name: 'Choice', none: 'No product' },
  category: { name: 'Category', none: 'Uncategorized' },
  city: { name: 'City', none: 'Unknown city' },
  courier: { name: 'Courier', none: 'No courier' },
  source: { name: 'Source', none: 'Unknown' },
  code: { name: 'Code', none: 'No code' },
  day: { name: 'Day', none: 'Unknown' },
  month: { name: 'Month', none: 'Unknown' },
};

export const STAGE_LABELS: Record<DayStage, string> = {
  placed: 'Placed',
  confirmed: 'Confirmed',
  sent: 'Sent',
  delivered: 'Delivered',
  settled: 'Settled',
  came_back: 'Came back',
};

/** Which day an order counts on, and what the stages are then. */
export const COUNTED_BY_LABELS: Record<CountedBy, { name: string; text: string }> = {
  order: {
    name: 'Order day',
    text: 'How far the orders placed in these days have come, each on the day it was placed. Settled: the shop has their money.',
  },
  event: {
    name: 'Event day',
    text: 'What happened in these days, whenever the order was placed. Settled: the shop has its money.',
  },
};

export const STOCK_ORDER_LABELS: Record<StockOrder, string> = {
  dead: 'Longest unsold',
  short: 'Soonest sold out',
  worth: 'Worth most',
  uncosted: 'Without a cost',
};
