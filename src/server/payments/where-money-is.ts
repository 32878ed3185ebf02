import { type OrderMoneyQuery, openClaim, orderMoney, refundOwed } from '#domain/reports/where-money-is.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** The orders in a state of money, the longest ago first. */
export function listOrderMoney(db: ShopDatabase, query: OrderMoneyQuery) {
  return callPage(db, 'list_order_money', { state: query.state }, query, orderMoney);
}

/** What couriers owe for lost and broken parcels, the soonest deadline first. */
export function listOpenClaims(db: ShopDatabase) {
  return callFunction(db, 'open_claims', {}, openClaim.array());
}

/** What the shop owes customers, the longest ago first. */
export function listRefundsOwed(db: ShopDatabase) {
  return callFunction(db, 'refunds_owed', {}, refundOwed.array());
}
