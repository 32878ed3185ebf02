import type { DiscountCode } from '#domain/discounts/contract.ts';

/** No order has it. */
export const none = { orders: 0, discount: 0, total: 0 };

/** Ten percent off everything, for the tests. */
export const code: DiscountCode = {
  id: '66f2a1c09b3e4d0012a4b101',
  code: 'EID10',
  name: '',
  kind: 'percent',
  target: 'lines',
  value: 10,
  startsAt: null,
  endsAt: null,
  minimum: 0,
  productIds: [],
  categories: [],
  maxUses: null,
  uses: 0,
  oncePerPhone: false,
  newCustomersOnly: false,
  isPaused: false,
  placed: none,
  delivered: none,
  returned: none,
  net: 0,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
};
