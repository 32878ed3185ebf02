import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { openClaim, orderMoney, orderMoneyQuery, refundOwed } from '#domain/reports/where-money-is.ts';
import { courierHolding, heldParcel, holdingQuery } from '#domain/settlements/contract.ts';
import { courierDisputes, type DisputeEnding, dispute, disputeQuery, notedDisputes } from '#domain/settlements/disputes.ts';

export const MONEY = '/admin/money';

export const holdingsQuery = staffQuery('/couriers/holding', courierHolding.array());

export const heldParcels = defineList({
  plural: 'parcels',
  api: '/couriers/holding/parcels',
  schema: heldParcel,
  query: holdingQuery,
});

export const courierDisputesQuery = staffQuery('/disputes/couriers', courierDisputes.array());

export const disputes = defineList({ plural: 'disputes', api: '/disputes', schema: dispute, query: disputeQuery });

export const orderMoneyList = defineList({
  plural: 'orders',
  api: '/money/orders',
  schema: orderMoney,
  query: orderMoneyQuery,
});

export const claimsQuery = staffQuery('/money/claims', openClaim.array());

export const refundsQuery = staffQuery('/money/refunds', refundOwed.array());

/** Notes that a courier was asked. @throws ApiFailure `nothing_to_ask` */
export function postAsked(ids: string[]) {
  return callStaffApi('POST', '/disputes/asked', { body: { ids }, schema: notedDisputes });
}

export function postEnding(id: string, ending: DisputeEnding) {
  return callStaffApi('POST', `/disputes/${id}/end`, { body: ending, schema: dispute });
}
