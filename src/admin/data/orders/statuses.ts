import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { Order } from '#domain/orders/contract.ts';
import type { MoneyState } from '#domain/orders/money-state.ts';
import type { OrderStatus } from '#domain/orders/status.ts';

export const ORDER_STATUS_LABELS: Record<OrderStatus, StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  processing: { text: 'Processing', tone: 'tone-work' },
  shipped: { text: 'Shipped', tone: 'tone-move' },
  delivered: { text: 'Delivered', tone: 'tone-done' },
  cancelled: { text: 'Cancelled', tone: 'tone-stop' },
};

export const PAYMENT_STATUS_LABELS: Record<Order['paymentStatus'], StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  paid: { text: 'Paid', tone: 'tone-done' },
  failed: { text: 'Failed', tone: 'tone-stop' },
};

export const MONEY_STATE_LABELS: Record<MoneyState, StatusLabel> = {
  due: { text: 'Due', tone: 'tone-plain' },
  with_courier: { text: 'With the courier', tone: 'tone-move' },
  settled: { text: 'Settled', tone: 'tone-done' },
  short: { text: 'Short', tone: 'tone-stop' },
  over: { text: 'Over', tone: 'tone-wait' },
  written_off: { text: 'Written off', tone: 'tone-plain' },
};
