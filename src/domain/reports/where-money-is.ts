import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { MONEY_STATES } from '#domain/orders/money-state.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';

const moneyState = z.enum(MONEY_STATES);

export const orderMoneyQuery = z.object({
  ...paging,
  state: moneyState.default('short').meta({ description: 'Only orders whose money is there' }),
});

export type OrderMoneyQuery = z.infer<typeof orderMoneyQuery>;

/** An order, and where its money is. */
export const orderMoney = z.object({
  id: objectId,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  state: moneyState,
  totalAmount: hiddenSum(rupees),
  received: hiddenSum(rupees),
  due: hiddenSum(rupees),
  /** What couriers have of it, below zero for what they paid too much. */
  held: hiddenSum(rupees),
  writtenOff: hiddenSum(rupees),
  /** With whom it is. */
  couriers: z.array(z.string()),
  since: timestamp,
  days: z.int(),
});

export type OrderMoney = z.infer<typeof orderMoney>;

/** What a courier owes for a parcel that it lost or broke, as far as staff claimed it. */
export const openClaim = z.object({
  id: objectId,
  courierId: objectId,
  courier: z.string(),
  shipmentNumber: z.string(),
  orderNumber: z.string(),
  amount: hiddenSum(rupees),
  /** Until when the courier takes it. */
  deadline: z.string(),
  state: z.enum(['open', 'asked']),
  since: timestamp,
});

export type OpenClaim = z.infer<typeof openClaim>;

/** For whom a refund waits: pieces that are to come back, the account that the customer has to name, or the shop. */
export const REFUND_WAITS = ['pieces', 'account', 'shop'] as const;

/** What the shop owes a customer. */
export const refundOwed = z.object({
  id: objectId,
  orderNumber: z.string(),
  /** Of a return; null for what an order received and may not keep. */
  returnNumber: z.string().nullable(),
  customerName: hiddenName(z.string()),
  amount: hiddenSum(rupees),
  waitsFor: z.enum(REFUND_WAITS),
  since: timestamp,
});

export type RefundOwed = z.infer<typeof refundOwed>;
