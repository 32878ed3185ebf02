import * as z from 'zod';
import type { NeededRight } from '#domain/rights/needed.ts';
import { timestamp } from '#domain/values.ts';

/** The kinds of work that wait in a shop, and all that somebody has to be allowed for each. */
export const WORK = {
  /** Orders to ask about now. */
  confirm: ['confirm_orders'],
  /** Confirmed orders whose advance is missing. */
  missing_money: ['see_orders', 'confirm_orders'],
  /** Orders with a transfer that a customer says was made. */
  check_transfers: ['see_orders', 'verify_payments'],
  pack: ['send_parcels'],
  hand_over: ['send_parcels'],
  /** Parcels that the rider could not deliver, where the desk has to do something now. */
  ask_parcels: [['send_parcels', 'confirm_orders']],
  late_parcels: [['send_parcels', 'confirm_orders']],
  lost_parcels: [['send_parcels', 'confirm_orders']],
  /** Orders of which something came back, or is to come back, and was not counted. */
  receive: ['receive_returns'],
  decide_returns: ['see_orders', 'confirm_orders'],
  settle_returns: ['see_orders', 'refund'],
  /** Orders for which the shop has received more than it may keep. */
  refund: ['see_orders', 'refund'],
  /** What couriers paid or took wrongly, and nobody asked them about. */
  disputes: ['see_sums', 'verify_payments'],
  /** Purchase orders that should be here by tonight. */
  take_deliveries: ['buy_stock'],
  low_stock: [['buy_stock', 'correct_stock']],
  answer: ['answer_messages'],
  check_reviews: ['moderate_reviews'],
  send_mails: ['answer_messages'],
  close_month: ['see_reports', 'verify_payments'],
  troubles: ['change_settings'],
} as const satisfies Record<string, readonly NeededRight[]>;

export type Work = keyof typeof WORK;

export const WORK_KINDS = Object.keys(WORK) as [Work, ...Work[]];

/** What waits of one kind. */
export const workDue = z.object({
  task: z.enum(WORK_KINDS),
  count: z.int(),
  /** How many of them should have been done by now. */
  late: z.int(),
  /** When the oldest began to wait; null where that is not known. */
  since: timestamp.nullable(),
  /** When the next of them has to be done; null where nothing says so. */
  dueAt: timestamp.nullable(),
});

export type WorkDue = z.infer<typeof workDue>;
