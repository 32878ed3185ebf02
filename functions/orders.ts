import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { pageQuery } from '#domain/lists.ts';
import {
  order,
  orderEdit,
  orderItemsChange,
  orderItemsEdit,
  orderPageLink,
  orderPayload,
  orderQuery,
  orderStats,
  orderStatusChange,
  orderStatusChanges,
  orderStatusOutcome,
  placedOrder,
  releasedOrders,
  reservedByStrangers,
  reservedQuery,
  reservedRelease,
  revealedContact,
  staffOrder,
  staffOrderPayload,
} from '#domain/orders/contract.ts';
import { pageLinkAsked } from '#domain/orders/page-contract.ts';
import { orderEvent, orderNote, orderTags } from '#domain/orders/timeline.ts';
import { orderTracking, trackedOrder } from '#domain/orders/tracking-contract.ts';
import { cancelledTwin, mergedOrders, twinCancellation, twinChoice, twinOrder } from '#domain/orders/twins.ts';
import { payment, refund } from '#domain/payments/contract.ts';
import { ownerOf } from '#server/accounts/address-proof.ts';
import { resource } from '#server/api/api.ts';
import {
  cancelledTwinTags,
  changedItemsTags,
  manyOrdersTags,
  mergedOrdersTags,
  orderedProductTags,
  releasedOrdersTags,
} from '#server/http/cache-tags.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import {
  addOrderNote,
  archiveOrder,
  editOrder,
  editOrderItems,
  orderTimeline,
  queueOrder,
  setOrderStatus,
  setOrderStatuses,
  setOrderTags,
  undoOrderDelivery,
} from '#server/orders/change-order.ts';
import { findOrderPageLink, findOwnPageLink } from '#server/orders/order-page.ts';
import { placeOrder, placeOrderByStaff } from '#server/orders/place-order.ts';
import {
  askTrackedPageLink,
  getOrder,
  getOrderByNumber,
  listOrders,
  listOwnOrders,
  orderStatistics,
  trackOrder,
} from '#server/orders/read-orders.ts';
import { findReservedPieces, releaseReservedPieces } from '#server/orders/reserved-pieces.ts';
import { revealContact } from '#server/orders/reveal-contact.ts';
import { cancelTwinOrder, keepTwinOrders, listTwinOrders, mergeTwinOrders } from '#server/orders/twin-orders.ts';
import { listOrderPayments, refundOrder } from '#server/payments/payments.ts';

const TWIN_ERRORS = ['order_not_found', 'not_twins', 'claimed_by_other'] as const;

const staffOnly = { access: 'staff', returns: staffOrder } as const;

/** An order is placed the same way, whoever places it. */
const placing = {
  failure: 'Failed to create order',
  idempotent: true,
  status: 201,
  purges: orderedProductTags,
  sendsMail: true,
} as const;

const PLACING_ERRORS = [
  'choice_required',
  'choice_unavailable',
  'code_gone',
  'order_repeated',
  'out_of_stock',
  'price_changed',
] as const;

const tracking = {
  access: 'anyone',
  summary: 'Tracks an order',
  limit: perMinute(60),
  errors: ['order_not_found', 'too_many_guesses'],
  returns: trackedOrder,
} as const;

export default resource('Orders: placing, tracking, and what staff do with them.')
  .post(
    '/api/orders',
    {
      ...placing,
      access: 'anyone',
      summary: 'Places an order with cash on delivery',
      body: orderPayload,
      limit: perMinute(30),
      shopper: 'optional',
      returns: placedOrder,
      errors: [...PLACING_ERRORS, 'order_too_large', 'too_many_guesses', 'too_many_orders'],
    },
    (call) =>
      placeOrder(call.db, call.body, {
        idempotencyKey: call.idempotencyKey,
        device: call.device,
        network: call.client.network,
        shopperId: call.shopper?.id ?? null,
      }),
  )
  .post(
    '/api/orders/by-staff',
    {
      ...placing,
      ...staffOnly,
      right: 'place_orders',
      summary: 'Places an order that began in a chat, on the phone or at the counter',
      body: staffOrderPayload,
      shows: ['discount.reason', 'giftNote'],
      errors: [...PLACING_ERRORS, 'customer_blocked', 'not_enough_credit'],
    },
    ({ db, body, idempotencyKey, staff }) => placeOrderByStaff(db, body, { idempotencyKey, actor: staff.id }),
  )
  .get(
    '/api/orders',
    { access: 'staff', right: 'see_orders', summary: 'Orders', query: orderQuery, returns: page(staffOrder) },
    ({ db, query }) => listOrders(db, query),
  )
  .get(
    '/api/orders/mine',
    { access: 'shopper', summary: 'Your own orders', query: pageQuery, returns: page(order) },
    async ({ db, query, shopper }) => listOwnOrders(db, await ownerOf(db, shopper), query),
  )
  .get(
    '/api/orders/mine/:id/page-link',
    {
      access: 'shopper',
      summary: 'The link of the secret page of one of your own orders, once your e-mail address is confirmed',
      limit: perMinute(30),
      errors: ['email_not_confirmed', 'order_not_found'],
      returns: orderPageLink,
    },
    async ({ db, params, shopper }) => findOwnPageLink(db, params.id, await ownerOf(db, shopper)),
  )
  .get(
    '/api/orders/stats',
    { access: 'staff', right: 'see_orders', summary: 'Orders at a glance', returns: orderStats },
    ({ db }) => orderStatistics(db),
  )
  .get(
    '/api/orders/reserved',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'What unconfirmed orders hold, by stranger',
      query: reservedQuery,
      returns: reservedByStrangers,
    },
    ({ db, query }) => findReservedPieces(db, query),
  )
  .put(
    '/api/orders/reserved',
    {
      access: 'staff',
      right: 'cancel_orders',
      summary: 'Cancels a stranger’s unconfirmed orders together',
      body: reservedRelease,
      returns: releasedOrders,
      purges: releasedOrdersTags,
    },
    ({ db, body, staff }) => releaseReservedPieces(db, body, staff.id),
  )
  .post('/api/orders/track', { ...tracking, reads: true, body: orderTracking }, ({ db, body }) => trackOrder(db, body))
  .get(
    '/api/orders/track',
    { ...tracking, limit: { ...tracking.limit, with: 'post /api/orders/track' }, query: orderTracking, deprecated: true },
    ({ db, query }) => trackOrder(db, query),
  )
  .post(
    '/api/orders/track/link',
    {
      access: 'anyone',
      summary: 'Mails the link of an order’s secret page to the order’s own address, for whoever knows its number and phone',
      limit: perMinute(30),
      body: orderTracking,
      sendsMail: true,
      errors: ['order_not_found', 'too_many_guesses'],
      returns: pageLinkAsked,
    },
    ({ db, body, client }) => askTrackedPageLink(db, body, client.network),
  )
  .get(
    '/api/orders/number/:orderNumber',
    { ...staffOnly, right: 'see_orders', summary: 'An order by its number', errors: ['order_not_found'] },
    ({ db, params }) => getOrderByNumber(db, params.orderNumber),
  )
  .get(
    '/api/orders/:id',
    { ...staffOnly, right: 'see_orders', summary: 'An order by its id', errors: ['order_not_found'] },
    ({ db, params }) => getOrder(db, params.id),
  )
  .post(
    '/api/orders/:id/contact',
    {
      access: 'staff',
      right: ['reveal_contacts', 'see_contacts'],
      summary: 'Reveals phone and address of an order: each is counted and noted',
      returns: revealedContact,
      errors: ['order_not_found', 'too_many_reveals'],
    },
    ({ db, params, staff }) => revealContact(db, params.id, staff.id),
  )
  .get(
    '/api/orders/:id/page-link',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'The link of an order’s secret page, for its shopper',
      returns: orderPageLink,
      errors: ['order_not_found'],
    },
    ({ db, params }) => findOrderPageLink(db, params.id),
  )
  .put(
    '/api/orders/status',
    {
      access: 'staff',
      right: ['confirm_orders', 'send_parcels', 'cancel_orders'],
      summary: 'Sets the status of many orders, each on its own',
      body: orderStatusChanges,
      returns: z.array(orderStatusOutcome),
      purges: manyOrdersTags,
    },
    ({ db, body, staff }) => setOrderStatuses(db, body, staff.id),
  )
  .put(
    '/api/orders/:id',
    {
      ...staffOnly,
      right: 'confirm_orders',
      summary: 'Corrects contact, address and notes',
      body: orderEdit,
      // The card, on the order's page.
      shows: ['giftNote'],
      failure: 'Failed to update order',
      errors: ['order_not_found', 'edited_meanwhile', 'price_changed'],
    },
    ({ db, params, body, staff }) => editOrder(db, params.id, body, staff.id),
  )
  .put(
    '/api/orders/:id/items',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Changes the items of an order that is not packed yet, or says what that would cost',
      body: orderItemsEdit,
      errors: [
        'order_not_found',
        'edited_meanwhile',
        'order_packed',
        'out_of_stock',
        'choice_required',
        'choice_unavailable',
        'price_changed',
        ...STOCK_ERRORS,
      ],
      returns: orderItemsChange,
      purges: changedItemsTags,
    },
    ({ db, params, body, staff }) => editOrderItems(db, params.id, body, staff.id),
  )
  .get(
    '/api/orders/:id/timeline',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'What happened to an order',
      errors: ['order_not_found'],
      returns: z.array(orderEvent),
    },
    ({ db, params }) => orderTimeline(db, params.id),
  )
  .post(
    '/api/orders/:id/notes',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'Adds a note of staff to an order’s timeline',
      body: orderNote,
      errors: ['order_not_found'],
      returns: z.array(orderEvent),
    },
    ({ db, params, body, staff }) => addOrderNote(db, params.id, body.note, staff.id),
  )
  .put(
    '/api/orders/:id/tags',
    { ...staffOnly, right: 'confirm_orders', summary: 'Tags an order', body: orderTags, errors: ['order_not_found'] },
    ({ db, params, body, staff }) => setOrderTags(db, params.id, body.tags, staff.id),
  )
  .put(
    '/api/orders/:id/status',
    {
      ...staffOnly,
      right: ['confirm_orders', 'send_parcels', 'cancel_orders'],
      summary: 'Sets the status of an order and updates stock',
      body: orderStatusChange,
      failure: 'Failed to update order status',
      errors: [
        'order_not_found',
        'edited_meanwhile',
        'order_merged',
        'parcel_came_back',
        'parcel_under_way',
        'not_confirmed',
        'photo_needed',
        'money_refunded',
        ...STOCK_ERRORS,
      ],
      purges: orderedProductTags,
    },
    ({ db, params, body, staff }) => setOrderStatus(db, params.id, body, staff.id),
  )
  .post(
    '/api/orders/:id/undo-delivery',
    {
      ...staffOnly,
      right: 'send_parcels',
      summary: 'Takes back that an order was delivered, within a day, with what was booked',
      errors: ['order_not_found', 'delivery_not_undone', 'money_refunded', 'order_merged', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, staff }) => undoOrderDelivery(db, params.id, staff.id),
  )
  .get(
    '/api/orders/:id/payments',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'What was paid of an order',
      errors: ['order_not_found'],
      returns: z.array(payment),
    },
    ({ db, params }) => listOrderPayments(db, params.id),
  )
  .post(
    '/api/orders/:id/refunds',
    {
      ...staffOnly,
      right: 'refund',
      summary: 'Books money that went back to the customer of an order, or into their store credit',
      body: refund,
      errors: ['order_not_found', 'edited_meanwhile', 'returns_open', 'refund_too_large'],
      status: 201,
    },
    ({ db, params, body, staff }) => refundOrder(db, params.id, body, staff.id),
  )
  .put(
    '/api/orders/:id/kept',
    {
      ...staffOnly,
      right: 'confirm_orders',
      summary: 'Keeps an order whose shopper asked to cancel it',
      errors: ['order_not_found'],
    },
    ({ db, params, staff }) => queueOrder(db, params.id, staff.id),
  )
  .get(
    '/api/orders/:id/twins',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'Other orders of the same person that may be the same one',
      errors: ['order_not_found'],
      returns: z.array(twinOrder),
    },
    ({ db, params }) => listTwinOrders(db, params.id),
  )
  .post(
    '/api/orders/:id/twins/merge',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Puts two orders of one person into one parcel',
      body: twinChoice,
      errors: [...TWIN_ERRORS, ...STOCK_ERRORS],
      returns: mergedOrders,
      purges: mergedOrdersTags,
    },
    ({ db, params, body, staff }) => mergeTwinOrders(db, params.id, body, staff.id),
  )
  .post(
    '/api/orders/:id/twins/cancel',
    {
      access: 'staff',
      right: 'cancel_orders',
      summary: 'Cancels the later of two orders of one person, which is the same once more',
      body: twinCancellation,
      errors: TWIN_ERRORS,
      returns: cancelledTwin,
      purges: cancelledTwinTags,
    },
    ({ db, params, body, staff }) => cancelTwinOrder(db, params.id, body, staff.id),
  )
  .post(
    '/api/orders/:id/twins/keep',
    {
      ...staffOnly,
      right: 'confirm_orders',
      summary: 'Says that two orders of one person are both wanted',
      body: twinChoice,
      errors: TWIN_ERRORS,
    },
    ({ db, params, body, staff }) => keepTwinOrders(db, params.id, body, staff.id),
  )
  .delete(
    '/api/orders/:id',
    {
      ...staffOnly,
      right: 'cancel_orders',
      summary: 'Archives an order',
      errors: ['order_not_found', 'money_kept', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, staff }) => archiveOrder(db, params.id, staff.id),
  ).handler;

export const config: Config = { path: ['/api/orders', '/api/orders/*'] };
