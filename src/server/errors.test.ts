import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode, refused } from './errors.ts';

type Row = [code: ErrorCode, details: object | null, words: object | null, status: number, message: string];

/** What SQL raises, and what the API answers. */
const REFUSALS: Row[] = [
  ['order_not_found', null, null, 404, 'Order not found'],
  ['packing_cancelled', null, { orderNumber: 'ORD-1' }, 409, 'Order ORD-1 was cancelled: put its pieces back on the shelf'],
  [
    'photo_needed',
    null,
    { orderNumber: 'ORD-1' },
    409,
    'Order ORD-1 has no photo of its open parcel. Take one on the screen Pack, or let it go out without for a reason.',
  ],
  [
    'transfer_booked',
    null,
    { orderNumber: 'ORD-1', amount: 'Rs 500', day: '25 Nov' },
    409,
    'Rs 500 were booked for ORD-1 on 25 Nov. Say whether this is the same transfer.',
  ],
  ['exchange_sent', null, { orderNumber: 'ORD-2' }, 409, 'The exchange, ORD-2, has left already'],
  [
    'exchange_sold_out',
    { name: 'Bangle', size: '26', available: 0 },
    { name: 'Bangle', size: '26', available: 0 },
    409,
    'Bangle, 26 is sold out, so it cannot be exchanged for',
  ],
  [
    'exchange_sold_out',
    { name: 'Bangle', available: 1 },
    { name: 'Bangle', available: 1 },
    409,
    'Only 1 of Bangle is left, so it cannot be exchanged for',
  ],
  ['order_not_delivered', null, { orderNumber: 'ORD-1' }, 409, 'Order ORD-1 is not delivered any more. Look at it first.'],
  [
    'return_decided',
    { state: 'declined' },
    { returnNumber: 'RET-1', state: 'declined' },
    409,
    'RET-1 is declined already. Reload to see it.',
  ],
  [
    'return_not_back',
    null,
    { returnNumber: 'RET-1' },
    409,
    'The pieces of RET-1 are not back yet: count them under Receive first',
  ],
  ['advice_not_offered', { courier: 'TCS' }, null, 409, 'TCS takes no advice from here: give it in its portal or by phone'],
  ['edited_meanwhile', { status: 'shipped' }, null, 409, 'Somebody else changed this meanwhile. Reload to see their version.'],
  ['builds_used_up', { buildsPerDay: 60 }, null, 409, 'Today’s builds are used up (60)'],
  ['invitation_not_found', null, null, 404, 'This invitation is no longer good. Ask for a new one.'],
  ['invitation_not_found', null, { to: 'withdraw' }, 404, 'Invitation not found'],
  ['photo_in_use', null, { name: 'Halo Ring' }, 409, 'Halo Ring still shows this photo'],
  [
    'choice_in_stock',
    {
      variants: [
        { color: 'Gold', size: '2.6', stockQuantity: 4 },
        { color: '', size: '', stockQuantity: 1 },
      ],
    },
    { skus: ['BNG-26-G', 'BNG'] },
    409,
    '2.6, Gold still has 4 pieces; BNG still has 1 pieces. Set the stock to 0 first.',
  ],
  ['stock_moved', { stockQuantity: 7 }, { expected: 8 }, 409, 'The stock moved from 8 to 7 meanwhile'],
  [
    'stock_moved',
    { stockQuantity: 7, color: 'Gold', size: '6' },
    { expected: 8 },
    409,
    'The stock of 6, Gold moved from 8 to 7 meanwhile',
  ],
  ['stock_moved', { stockQuantity: 7, color: '', size: '' }, { expected: 8 }, 409, 'The stock moved from 8 to 7 meanwhile'],
  ['not_enough_stock', { productId: 'x', available: 0 }, null, 409, 'Not enough stock'],
  ['not_enough_stock', { productId: 'x', available: 0, size: '6' }, null, 409, 'Not enough stock of 6'],
  [
    'not_enough_stock',
    { productId: 'x', available: 3 },
    { name: 'Halo Ring', orderNumber: 'ORD-1' },
    409,
    'Halo Ring sold while order ORD-1 waited: 3 left. Change its items first, or cancel it.',
  ],
  [
    'not_enough_stock',
    { productId: 'x', available: 3 },
    { name: 'Halo Ring', takenBack: 4 },
    409,
    'Not enough stock: 4 pieces of Halo Ring would be taken back, and only 3 are left',
  ],
  [
    'not_enough_stock',
    { productId: 'x', available: 0 },
    { name: 'Halo Ring', damaged: 2 },
    409,
    '2 of Halo Ring were put back when the order was cancelled and sold since: only 0 are left to take off',
  ],
  ['idempotency_mismatch', null, null, 422, 'This Idempotency-Key was already used for another order'],
  ['idempotency_mismatch', null, { of: 'receipt' }, 422, 'This Idempotency-Key was already used for another receipt'],
  [
    'order_repeated',
    { orderNumber: 'ORD-1', totalAmount: 100 },
    null,
    409,
    'You placed this same order a moment ago: ORD-1. Do you want to order it again?',
  ],
  [
    'choice_required',
    { errors: [{ path: 'items.0.selectedSize', message: 'Choose a size of Bangle' }] },
    null,
    422,
    'Choose a size of Bangle',
  ],
  ['choice_unavailable', { items: [] }, { name: 'Bangle' }, 409, 'Bangle is not available in the colour or size you chose'],
  [
    'customer_blocked',
    { block: 'do_not_ship' },
    null,
    409,
    'This customer is blocked: do not ship. Give a reason to place the order all the same.',
  ],
  [
    'customer_blocked',
    { block: 'prepaid_only' },
    null,
    409,
    'This customer must pay before. Give a reason to place the order all the same.',
  ],
  ['parcel_under_way', { shipments: ['SHP-1', 'SHP-2'] }, null, 409, 'A parcel of this order is under way: SHP-1, SHP-2'],
  [
    'parcel_came_back',
    { shipments: ['SHP-1', 'SHP-2'] },
    null,
    409,
    'SHP-1, SHP-2 failed or came back. Say why the order is delivered all the same.',
  ],
  ['price_changed', { total: 1 }, null, 409, 'Prices have changed since you filled your cart'],
  ['price_changed', { total: 1 }, { of: 'order' }, 409, 'Prices have changed meanwhile'],
  [
    'price_changed',
    { total: 2050, totalBefore: 1850, code: 'EID10' },
    { of: 'phone' },
    409,
    'The code EID10 cannot be used with this phone number. Without it the order costs Rs.\u00a02,050 instead of Rs.\u00a01,850.',
  ],
  ['claimed_by_other', { name: 'sana', until: 'x' }, null, 409, 'sana works on this order right now'],
  ['order_closed', null, { orderNumber: 'ORD-1', status: 'shipped' }, 409, 'Order ORD-1 is shipped: there is nothing to confirm'],
  [
    'not_confirmed',
    { orderId: 'x', orderNumber: 'ORD-1' },
    null,
    409,
    'Order ORD-1 is not confirmed. Confirm it first, or let it go out for a reason: both in its details.',
  ],
  ['order_packed', null, null, 409, 'This order is packed already: its items can no longer be changed'],
  [
    'order_packed',
    null,
    { to: 'shopper' },
    409,
    'Your order is packed already, so it can no longer be changed here. Please call or write to us.',
  ],
  [
    'order_too_large',
    { allowed: 20, items: [], errors: [{ path: 'items', message: 'Online you can order at most 20 pieces' }] },
    null,
    422,
    'Online you can order at most 20 pieces',
  ],
  ['shipment_exists', null, { shipmentNumber: 'SHP-1' }, 409, 'It already has a shipment: SHP-1'],
  [
    'tracking_number_used',
    { shipmentNumber: 'SHP-1' },
    { orderNumber: 'ORD-1' },
    409,
    'SHP-1 of ORD-1 has this tracking number already',
  ],
  [
    'order_deleted',
    null,
    { orderNumber: 'ORD-1', to: 'change a parcel' },
    409,
    'Order ORD-1 was deleted: its parcel can only be set to Failed or Returned',
  ],
  ['order_deleted', null, { orderNumber: 'ORD-1' }, 409, 'Order ORD-1 was deleted, too. Restore it first.'],
  ['order_cancelled', null, null, 409, 'A cancelled order cannot be shipped'],
  [
    'order_cancelled',
    null,
    { orderNumber: 'ORD-1' },
    409,
    'Order ORD-1 is cancelled: its parcel can only be set to Failed or Returned',
  ],
  ['inspected_meanwhile', { waiting: 0 }, null, 409, 'These pieces were inspected already'],
  ['inspected_meanwhile', { waiting: 2 }, null, 409, 'Only 2 of these pieces wait to be inspected'],
  ['nothing_came_back', null, { orderNumber: 'ORD-1' }, 409, 'No parcel of order ORD-1 waits to be counted'],
  [
    'more_than_ordered',
    {
      items: [
        { itemId: 'x', productName: 'Ring', missing: 2, received: 5 },
        { itemId: 'y', productName: 'Nath', missing: 0, received: 1 },
      ],
    },
    null,
    409,
    'More than was ordered. Ring: 5 arrived, 2 missing; Nath: 1 arrived, 0 missing',
  ],
  ['nothing_missing', null, { name: 'Ring' }, 409, 'Nothing of Ring is missing'],
  [
    'order_merged',
    null,
    { orderNumber: 'ORD-1002', into: 'ORD-1001' },
    409,
    'Order ORD-1002 was merged into ORD-1001 and stays cancelled: its pieces are there',
  ],
  ['code_gone', { total: 2050 }, { code: 'EID10' }, 409, 'The code EID10 takes nothing off this order'],
  ['code_taken', {}, { code: 'EID10' }, 409, 'There is a code EID10 that reads the same'],
  ['money_kept', {}, { amount: 'Rs 500' }, 409, 'Rs 500 of the customer would be forgotten with it. Refund it first'],
  ['advance_refunded', null, { refunded: 'Rs 500' }, 409, 'Rs 500 went back to the customer. Take the refund back first'],
  [
    'order_left',
    null,
    { orderNumber: 'ORD-1001', status: 'shipped' },
    409,
    'Order ORD-1001 is shipped: it is too late for an advance',
  ],
  ['transfer_decided', { state: 'received' }, { name: 'sana' }, 409, 'sana has decided about this transfer already'],
  ['transfer_decided', { state: 'received' }, { name: null }, 409, 'A colleague has decided about this transfer already'],
  [
    'money_refunded',
    {},
    { refunded: 'Rs 1,200' },
    409,
    'Rs 1,200 of this money went back to the customer. Take that refund back first',
  ],
  [
    'returns_open',
    { returns: [{ returnNumber: 'RET-1001', toPay: 1200 }] },
    { returns: [{ returnNumber: 'RET-1001', toPay: 'Rs 1,200' }] },
    409,
    'Still to be paid back for this order: RET-1001 (Rs 1,200). Pay it back there, or say that this refund is for something else.',
  ],
  [
    'refund_too_large',
    { received: 1200 },
    { received: 'Rs 1,200' },
    409,
    'Only Rs 1,200 was received for this order, and did not go back yet',
  ],
  ['credit_spent', { credit: 200 }, { credit: 'Rs 200' }, 409, 'The customer has spent this store credit: Rs 200 is left'],
  ['not_enough_credit', { credit: 200 }, { credit: 'Rs 200' }, 409, 'Only Rs 200 of store credit can be used for this order'],
  [
    'more_than_due',
    {},
    { number: 'ORD-1001', due: 'Rs 500' },
    409,
    'Only Rs 500 are due for ORD-1001. Choose another order, or set the line aside.',
  ],
  ['not_allowed', { right: 'refund' }, null, 403, 'Your role may not refund and give store credit. Ask an owner of the shop.'],
  [
    'booking_differs',
    { courier: 'PostEx' },
    null,
    409,
    'PostEx was told to collect another sum than is due now. Cancel the booking, and book the parcel again.',
  ],
  [
    'parcel_booked',
    {},
    { shipmentNumber: 'SHP-1001' },
    409,
    'What SHP-1001 collects stays: it was delivered, came back, or is booked. Cancel a booking first.',
  ],
  ['other_tracking_number', {}, { trackingNumber: 'KC-1001' }, 409, 'This parcel has another tracking number: KC-1001'],
  ['courier_answers', {}, { courier: 'PostEx' }, 409, 'PostEx is asked by the shop itself: what it says comes by itself'],
  ['booked_elsewhere', { courier: 'PostEx' }, null, 409, 'This parcel is booked with PostEx, or may be'],
  ['too_many_reveals', {}, { limit: 30 }, 429, 'Today’s 30 reveals are used up. Ask an owner of the shop for more.'],
  ['already_in_stock', null, { name: 'Ring' }, 409, 'Ring is in stock: you can order it now'],
];

test.each(REFUSALS)('%s with %j and %j', (code, details, words, status, message) => {
  const json = (value: object | null) => value && JSON.stringify(value);
  // What only the text names is not sent.
  expect(refused({ code, details: json(details), words: json(words) })).toMatchObject({
    status,
    code,
    message,
    details: details ?? undefined,
  });
});

test('every code with a text of its own is among them', () => {
  const codes = Object.entries(ERRORS).flatMap(([code, error]) => ('says' in error ? [code] : []));
  expect(codes.filter((code) => !REFUSALS.some(([tested]) => tested === code))).toEqual([]);
});

test('complaints about fields are errors, not details', () => {
  const errors = [{ path: 'size', message: 'Choose a size' }];
  expect(refused({ code: 'validation_failed', details: JSON.stringify({ errors }), words: null })).toMatchObject({
    status: 422,
    message: 'Please check the highlighted fields',
    errors,
    details: undefined,
  });
});
