import { customerDetails } from '#domain/customers/contract.ts';
import { staffOrder } from '#domain/orders/contract.ts';
import {
  accountBalances,
  type CreditGift,
  type ExpenseBooking,
  type PaymentQuery,
  payment,
  type Refund,
} from '#domain/payments/contract.ts';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** The ledger, the newest payment first, as far as `actor` may read it: what suppliers got is not for all who see sums. */
export function listPayments(db: ShopDatabase, query: PaymentQuery, actor: string) {
  const { kind = null, method = null, orderNumber } = query;
  return callPage(
    db,
    'list_payments',
    { kind, method, order_number: orderNumber || null, actor, ...periodBounds(query) },
    query,
    payment,
  );
}

/** What lies in each account. */
export function getBalances(db: ShopDatabase) {
  return callFunction(db, 'account_balances', {}, accountBalances);
}

/** Books what was spent, once for a key. @throws ApiError `validation_failed` for a day to come or long ago, `idempotency_mismatch` */
export function bookExpense(db: ShopDatabase, spent: ExpenseBooking, by: { actor: string; idempotencyKey: string | null }) {
  return callFunction(db, 'book_expense', { spent, actor: by.actor, idempotency_key: by.idempotencyKey }, payment);
}

/** The payments of an order, the first one first. @throws ApiError `order_not_found` */
export function listOrderPayments(db: ShopDatabase, orderId: string) {
  return callFunction(db, 'order_payments', { order_id: orderId }, payment.array());
}

/** Books money back to the customer. @throws ApiError `order_not_found`, `edited_meanwhile`, `returns_open`, `refund_too_large` */
export function refundOrder(db: ShopDatabase, orderId: string, { updatedAt, isBesides, ...fields }: Refund, actor: string) {
  const args = { order_id: orderId, ...fields, is_besides: isBesides, actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'refund_order', args, staffOrder);
}

/**
 * Takes a payment back that was booked by mistake. Returns the row that does.
 * @throws ApiError `payment_not_found`, `payment_reversed`, `collected_with_delivery`, `money_refunded`, `credit_spent`
 */
export function reversePayment(db: ShopDatabase, paymentId: string, reason: string, actor: string) {
  return callFunction(db, 'reverse_payment', { payment_id: paymentId, reason, actor }, payment);
}

/** Writes off what a courier never paid of a parcel's cash. @throws ApiError `shipment_not_found`, `nothing_owed` */
export function writeOffShortfall(db: ShopDatabase, shipmentId: string, reason: string, actor: string) {
  return callFunction(db, 'write_off_shortfall', { shipment_id: shipmentId, reason, actor }, payment);
}

/** Gives a customer store credit. @throws ApiError `customer_not_found`, `edited_meanwhile` when it is another by now */
export function giveCredit(db: ShopDatabase, customerId: string, { creditSeen, ...fields }: CreditGift, actor: string) {
  const args = { customer_id: customerId, ...fields, actor, expected_credit: creditSeen ?? null };
  return callFunction(db, 'give_credit', args, customerDetails);
}
