import * as z from 'zod';
import {
  type OrderEdit,
  type OrderEditRequest,
  type OrderItemsEdit,
  type OrderStatusChange,
  type OrderStatusChanges,
  orderItemsChange,
  staffOrder,
} from '#domain/orders/contract.ts';
import { orderEvent } from '#domain/orders/timeline.ts';
import { knownCity } from '#domain/places/cities.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { tryEach } from '#server/try-each.ts';
import { getOrder } from './read-orders.ts';

/**
 * Changes an order's status; stock follows. `actor` is the staff member's id.
 * @throws ApiError `order_not_found`, `edited_meanwhile`, `parcel_under_way`, `parcel_came_back`, `not_enough_stock` to reopen a cancelled order
 */
export function setOrderStatus(db: ShopDatabase, id: string, change: OrderStatusChange, actor: string) {
  const { status, updatedAt = null, despiteParcel, reason, cashWith, courierId } = change;
  const said = { despite_parcel: despiteParcel, reason, cash_with: cashWith, courier_id: courierId };
  const args = { order_id: id, status, actor, expected_version: updatedAt, ...said };
  return callFunction(db, 'set_order_status', args, staffOrder);
}

/** Takes back that an order was delivered, within a day. `actor` is the staff member's id. @throws ApiError `order_not_found`, `delivery_not_undone`, `money_refunded` */
export function undoOrderDelivery(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'undo_order_delivery', { order_id: id, actor }, staffOrder);
}

/** Changes the status of many orders; a refused one does not stop the others. */
export async function setOrderStatuses(db: ShopDatabase, { orders, ...change }: OrderStatusChanges, actor: string) {
  const outcomes = await tryEach(orders, ({ id, ...version }) => setOrderStatus(db, id, { ...change, ...version }, actor));
  return outcomes.map(({ item, result, refusal }) => ({ id: item.id, order: result, refusal }));
}

/**
 * Corrects contact, address and notes. `actor` is the staff member's id.
 * @throws ApiError `order_not_found`, `edited_meanwhile`, `price_changed` where the order's code is not for the new phone, until its total without was seen
 */
export async function editOrder(db: ShopDatabase, id: string, edit: OrderEditRequest, actor: string) {
  const { updatedAt = null, totalSeen = null, ...changes } = edit;
  const place = await placeAfter(db, id, changes);
  const corrected = { order_id: id, changes: toColumns({ ...changes, ...place }), actor };
  return callFunction(db, 'edit_order', { ...corrected, expected_version: updatedAt, total_seen: totalSeen }, staffOrder);
}

/** The city as it is recognised after an edit that concerns it. */
async function placeAfter(db: ShopDatabase, id: string, { city, customerAddress, country }: OrderEdit) {
  if (city === undefined && customerAddress === undefined && country === undefined) return {};
  const before = await getOrder(db, id);
  return knownCity({
    city: city ?? before.city,
    customerAddress: customerAddress ?? before.customerAddress,
    country: country ?? before.country,
  });
}

/**
 * Changes the items of an order that is not packed yet, or only says what would be; stock follows. `actor` is the staff member's id.
 * @throws ApiError `order_not_found`, `edited_meanwhile`, `order_packed`, `out_of_stock`, `choice_required`, `choice_unavailable`, `price_changed`
 */
export async function editOrderItems(db: ShopDatabase, id: string, edit: OrderItemsEdit, actor: string) {
  const { delivery } = await currentSettings(db);
  const { items, updatedAt = null, totalSeen = null, preview, byToday } = edit;
  const change = { items, delivery, actor, expected_version: updatedAt, total_seen: totalSeen, preview, by_today: byToday };
  return callFunction(db, 'edit_order_items', { order_id: id, ...change }, orderItemsChange);
}

/** What happened to an order, oldest first. @throws ApiError `order_not_found` */
export function orderTimeline(db: ShopDatabase, id: string) {
  return callFunction(db, 'order_timeline', { order_id: id }, z.array(orderEvent));
}

/** Adds a note to the timeline, which it returns. `actor` is the staff member's id. @throws ApiError `order_not_found` */
export function addOrderNote(db: ShopDatabase, id: string, note: string, actor: string) {
  return callFunction(db, 'add_order_note', { order_id: id, note, actor }, z.array(orderEvent));
}

/** Gives an order these tags instead of those it had. `actor` is the staff member's id. @throws ApiError `order_not_found` */
export function setOrderTags(db: ShopDatabase, id: string, tags: string[], actor: string) {
  return callFunction(db, 'set_order_tags', { order_id: id, tags, actor }, staffOrder);
}

/** Answers a shopper who asked to cancel: the order is kept. @throws ApiError `order_not_found` */
export function queueOrder(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'keep_order', { order_id: id, actor }, staffOrder);
}

/** Archives an order. An open order's stock is returned first. @throws ApiError `order_not_found` */
export function archiveOrder(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'archive_order', { order_id: id, actor }, staffOrder);
}
