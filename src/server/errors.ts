import * as z from 'zod';
import { PROOF_ASKED } from '#domain/accounts/proof.ts';
import { type FieldError, fieldError } from '#domain/failures.ts';
import { formatPrice } from '#domain/money.ts';
import { type ReturnState, returnStateLabels } from '#domain/returns/choices.ts';
import { type Right, refusalOf } from '#domain/rights/rights.ts';
import { choiceName } from '#domain/variants/choice-text.ts';

interface ErrorDefinition {
  status: number;
  /** What a person reads, unless the code that throws it has a better message. Names in messages are examples. */
  message: string;
  /** The message for what SQL refused with: the details and the words it raised. */
  says?: (data: never) => string;
}

/** A message with names and numbers, and examples of them. */
function said<Data>(says: (data: Data) => string, example: Data): Pick<ErrorDefinition, 'message'> & { says: typeof says } {
  return { message: says(example), says };
}

interface MissingStock {
  color?: string;
  size?: string;
  available?: number;
  /** The product of which more is asked than is in stock, by an order that waited, a delivery that is taken back, or what came back damaged. */
  name?: string;
  orderNumber?: string;
  takenBack?: number;
  damaged?: number;
}

function missingStock({ available, name, orderNumber, takenBack, damaged, ...choice }: MissingStock): string {
  if (orderNumber)
    return `${name} sold while order ${orderNumber} waited: ${available} left. Change its items first, or cancel it.`;
  if (takenBack) return `Not enough stock: ${takenBack} pieces of ${name} would be taken back, and only ${available} are left`;
  if (damaged)
    return `${damaged} of ${name} were put back when the order was cancelled and sold since: only ${available} are left to take off`;
  return ['Not enough stock', choiceName(choice)].filter(Boolean).join(' of ');
}

/** The complaint about the first field, for codes of their own about fields. */
function firstComplaint({ errors }: { errors: FieldError[] }): string {
  return errors[0]?.message ?? '';
}

/** Every error of the API, the only place of its status and its words. A test compares these codes with those that SQL can raise. */
export const ERRORS = {
  unreadable_body: { status: 400, message: 'The body is not valid JSON' },
  body_cut_off: { status: 400, message: 'The request ended before it was complete' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  invalid_credentials: { status: 401, message: 'Invalid username or password' },
  second_factor_needed: { status: 401, message: 'Enter the code of your second factor' },
  second_factor_wrong: { status: 401, message: 'This code is not right, or was used already. Wait for the next one.' },
  word_not_undone: { status: 409, message: 'Nothing was noted of this parcel in the last day that could be taken back' },
  wrong_signature: { status: 401, message: 'The signature is not right' },
  staff_only: { status: 403, message: 'Only staff may do this' },
  foreign_form: { status: 403, message: 'This form was sent from another site. Please use the one in our shop.' },
  not_your_review: { status: 403, message: 'Only its author may change this review' },
  email_not_confirmed: { status: 403, message: 'Please confirm your e-mail address first: we have sent you a link.' },
  proof_needed: { status: 403, message: PROOF_ASKED.second_factor },
  owner_too_new: {
    status: 403,
    message: 'A new owner approves nothing for a day, and nothing that was changed before that. Ask another owner.',
  },
  owner_only: { status: 403, message: 'Only an owner of the shop may do this' },
  not_allowed: { status: 403, ...said(({ right }: { right: Right }) => refusalOf(right), { right: 'refund' }) },
  other_account: { status: 403, message: 'This link is for another account. Sign in to the account whose address it confirms.' },
  second_factor_required: { status: 403, message: 'Switch on a second factor first: everybody on the staff needs one.' },
  wrong_verify_token: { status: 403, message: 'The verify token is not right' },
  signup_closed: { status: 403, message: 'New accounts cannot be opened right now.' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  return_not_found: { status: 404, message: 'There is no such request' },
  bank_account_not_found: { status: 404, message: 'This bank account has been deleted' },
  address_not_found: { status: 404, message: 'This address is not in your account' },
  code_not_found: { status: 404, message: 'There is no such discount code' },
  courier_not_found: { status: 404, message: 'There is no such courier' },
  courier_hint_not_found: { status: 404, message: 'No courier has this address' },
  courier_label_not_found: { status: 404, message: 'There is no such label' },
  booking_not_found: { status: 404, message: 'There is no such booking' },
  delivery_question_not_found: { status: 404, message: 'Delivery question not found' },
  category_not_found: { status: 404, message: 'Category not found' },
  condition_not_found: { status: 404, message: 'There is no such condition' },
  settlement_not_found: { status: 404, message: 'There is no such settlement' },
  dispute_not_found: { status: 404, message: 'Nothing is wrong with this parcel any more' },
  payment_not_found: { status: 404, message: 'Payment not found' },
  customer_not_found: { status: 404, message: 'Customer not found' },
  deleted_not_found: { status: 404, message: 'There is nothing to restore here. Records can be restored for 30 days.' },
  invitation_not_found: {
    status: 404,
    ...said(
      ({ to }: { to?: 'withdraw' }) => (to ? 'Invitation not found' : 'This invitation is no longer good. Ask for a new one.'),
      {},
    ),
  },
  link_not_found: { status: 404, message: 'This link is not the one we sent, or too old. Ask for a new one.' },
  order_page_not_found: { status: 404, message: 'This link opens no order' },
  item_not_found: { status: 404, message: 'This line is not in the purchase order' },
  mail_not_found: { status: 404, message: 'This mail has gone already' },
  message_not_found: { status: 404, message: 'Message not found' },
  notice_not_found: { status: 404, message: 'Notice not found' },
  order_not_found: { status: 404, message: 'Order not found' },
  photo_not_found: { status: 404, message: 'Photo not found' },
  product_not_found: { status: 404, message: 'Product not found' },
  purchase_order_not_found: { status: 404, message: 'Purchase order not found' },
  supplier_not_found: { status: 404, message: 'Supplier not found' },
  push_device_not_found: { status: 404, message: 'Notifications are off on this device' },
  delivery_not_undone: {
    status: 409,
    ...said(
      ({ number }: { number: string }) =>
        `${number} cannot be set back at once: it was delivered more than a day ago, or its courier says so by itself. Give it another status.`,
      { number: 'SHP-1001' },
    ),
  },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  goods_back_not_found: { status: 404, message: 'Received parcel not found' },
  nothing_scanned: { status: 404, message: 'No parcel and no order has this number' },
  role_not_found: { status: 404, message: 'There is no such role' },
  review_not_found: { status: 404, message: 'Review not found' },
  session_not_found: { status: 404, message: 'This session has ended already' },
  shipment_not_found: { status: 404, message: 'Shipment not found' },
  statement_line_not_found: { status: 404, message: 'There is no such line' },
  staff_not_found: { status: 404, message: 'Staff member not found' },
  transfer_not_found: { status: 404, message: 'Transfer not found' },
  undo_expired: { status: 404, message: 'This can no longer be undone' },
  subscriber_not_found: { status: 404, message: 'Subscriber not found' },
  method_not_allowed: { status: 405, message: 'Use GET here' },
  body_too_slow: { status: 408, message: 'The request took too long to arrive' },
  push_off: { status: 409, message: 'Notifications are not set up in this shop' },
  adding_refused: {
    status: 409,
    message:
      'We are very busy right now, so nothing can be added here. Place a new order instead: we call you, and send both together.',
  },
  advance_not_asked: {
    status: 409,
    message: 'Nothing is to be paid before delivery for this order. Please call or write to us.',
  },
  advance_refunded: {
    status: 409,
    ...said(({ refunded }: { refunded: string }) => `${refunded} went back to the customer. Take the refund back first`, {
      refunded: 'Rs 500',
    }),
  },
  advice_given: { status: 409, message: 'The courier has advice for this attempt already, or is being told' },
  advice_not_offered: {
    status: 409,
    ...said(({ courier }: { courier: string }) => `${courier} takes no advice from here: give it in its portal or by phone`, {
      courier: 'TCS',
    }),
  },
  advice_settled: { status: 409, message: 'The advice for this parcel has been settled already' },
  already_in_stock: {
    status: 409,
    ...said(({ name }: { name: string }) => `${name} is in stock: you can order it now`, { name: 'Pavé Eternity Band' }),
  },
  already_received: {
    status: 409,
    message: 'Pieces of this purchase order were received. Take them back before its items are changed.',
  },
  attempt_answered: { status: 409, message: 'You have answered already. To change it, please call or write to us.' },
  attempt_over: { status: 409, message: 'This parcel waits for no answer any more: it goes on, or it is on its way back' },
  booked_elsewhere: {
    status: 409,
    ...said(({ courier }: { courier: string }) => `This parcel is booked with ${courier}, or may be`, { courier: 'PostEx' }),
  },
  booking_differs: {
    status: 409,
    ...said(
      ({ courier }: { courier: string }) =>
        `${courier} was told to collect a different sum from what is due now. Cancel the booking, and book the parcel again.`,
      { courier: 'PostEx' },
    ),
  },
  booking_settled: { status: 409, message: 'This booking is over, or somebody else has dealt with it' },
  booking_under_way: { status: 409, message: 'The courier is being called about this parcel. Look again in two minutes.' },
  builds_used_up: {
    status: 409,
    ...said(({ buildsPerDay }: { buildsPerDay: number }) => `Today’s builds are used up (${buildsPerDay})`, { buildsPerDay: 60 }),
  },
  category_in_use: { status: 409, message: 'This category still has products. Move or delete them first.' },
  catalogue_changed: { status: 409, message: 'The catalogue changed meanwhile. Check the file again.' },
  claimed_by_other: {
    status: 409,
    ...said(({ name }: { name: string }) => `${name} works on this order right now`, { name: 'sana' }),
  },
  choice_in_stock: {
    status: 409,
    ...said(
      ({ variants, skus }: { variants: { color: string; size: string; stockQuantity: number }[]; skus: string[] }) =>
        `${variants.map((variant, n) => `${choiceName(variant) || skus[n]} still has ${variant.stockQuantity} pieces`).join('; ')}. Set the stock to 0 first.`,
      { variants: [{ color: 'Gold', size: '2.6', stockQuantity: 4 }], skus: [] },
    ),
  },
  code_gone: {
    status: 409,
    ...said(({ code }: { code: string }) => `The code ${code} takes nothing off this order`, { code: 'EID10' }),
  },
  code_taken: {
    status: 409,
    ...said(({ code }: { code: string }) => `There is a code ${code} that reads the same`, { code: 'EID10' }),
  },
  choice_unavailable: {
    status: 409,
    ...said(({ name }: { name: string }) => `${name} is not available in the colour or size you chose`, {
      name: 'Pavé Eternity Band',
    }),
  },
  courier_answers: {
    status: 409,
    ...said(({ courier }: { courier: string }) => `The shop asks ${courier} itself, so its news arrives without you`, {
      courier: 'PostEx',
    }),
  },
  customer_blocked: {
    status: 409,
    ...said(
      ({ block }: { block: 'prepaid_only' | 'do_not_ship' }) =>
        `This customer ${block === 'do_not_ship' ? 'is blocked: do not ship' : 'must pay before'}. Give a reason to place the order all the same.`,
      { block: 'do_not_ship' },
    ),
  },
  against_the_books: {
    status: 409,
    message: 'This no longer fits the books, so nothing was changed. Reload and look again.',
  },
  edited_meanwhile: { status: 409, message: 'Somebody else changed this meanwhile. Reload to see their version.' },
  more_than_ordered: {
    status: 409,
    ...said(
      ({ items }: { items: { productName: string; received: number; missing: number }[] }) =>
        `More than was ordered. ${items.map((item) => `${item.productName}: ${item.received} arrived, ${item.missing} missing`).join('; ')}`,
      { items: [{ productName: 'Pavé Eternity Band', received: 5, missing: 2 }] },
    ),
  },
  exchange_sent: {
    status: 409,
    ...said(({ orderNumber }: { orderNumber: string }) => `The exchange, ${orderNumber}, has left already`, {
      orderNumber: 'ORD-1002',
    }),
  },
  exchange_sold_out: {
    status: 409,
    ...said(
      ({ name, available, ...choice }: { name: string; color?: string; size?: string; available: number }) => {
        const piece = [name || 'The piece', choiceName(choice)].filter(Boolean).join(', ');
        return available > 0
          ? `Only ${available} of ${piece} ${available === 1 ? 'is' : 'are'} left, so this exchange is not possible`
          : `${piece} is sold out, so this exchange is not possible`;
      },
      { name: 'Enamel Bangle Stack', size: '26', available: 0 },
    ),
  },
  not_confirmed: {
    status: 409,
    ...said(
      ({ orderNumber }: { orderNumber: string }) =>
        `Order ${orderNumber} is not confirmed. Confirm it first, or let it go out for a reason: both in its details.`,
      { orderNumber: 'ORD-1001' },
    ),
  },
  not_enough_stock: { status: 409, ...said(missingStock, {}) },
  not_twins: {
    status: 409,
    message: 'These orders can no longer be merged: one of them was packed, paid, cancelled or kept apart meanwhile.',
  },
  not_back_yet: { status: 409, message: 'It is still sold out' },
  nothing_missing: {
    status: 409,
    ...said(({ name }: { name: string }) => `Nothing of ${name} is missing`, { name: 'Pavé Eternity Band' }),
  },
  other_tracking_number: {
    status: 409,
    ...said(({ trackingNumber }: { trackingNumber: string }) => `This parcel has another tracking number: ${trackingNumber}`, {
      trackingNumber: 'KC-1001',
    }),
  },
  parcel_not_booked: { status: 409, message: 'This parcel is not booked with a courier' },
  parcel_booked: {
    status: 409,
    ...said(
      ({ shipmentNumber }: { shipmentNumber: string }) =>
        `What ${shipmentNumber} collects stays: it was delivered, came back, or is booked. Cancel a booking first.`,
      { shipmentNumber: 'SHP-1001' },
    ),
  },
  parcel_over: { status: 409, message: 'This parcel is no longer to be delivered' },
  parcel_left: { status: 409, message: 'Only a parcel that is being prepared, of an order that is to be shipped, can be booked' },
  packing_cancelled: {
    status: 409,
    ...said(
      ({ orderNumber }: { orderNumber: string }) => `Order ${orderNumber} was cancelled: put its pieces back on the shelf`,
      {
        orderNumber: 'ORD-1001',
      },
    ),
  },
  photo_needed: {
    status: 409,
    ...said(
      ({ orderNumber }: { orderNumber: string }) =>
        `Order ${orderNumber} has no photo of its open parcel. Take one on the screen Pack, or let it go out without for a reason.`,
      { orderNumber: 'ORD-1001' },
    ),
  },
  order_cancelled: {
    status: 409,
    ...said(
      ({ orderNumber }: { orderNumber?: string }) =>
        orderNumber
          ? `Order ${orderNumber} is cancelled: its parcel can only be set to Failed or Returned`
          : 'A cancelled order cannot be shipped',
      {},
    ),
  },
  order_closed: {
    status: 409,
    ...said(
      ({ orderNumber, status }: { orderNumber: string; status: string }) =>
        `Order ${orderNumber} is ${status}: there is nothing to confirm`,
      { orderNumber: 'ORD-1001', status: 'shipped' },
    ),
  },
  order_deleted: {
    status: 409,
    ...said(
      ({ orderNumber, to }: { orderNumber: string; to?: 'change a parcel' }) =>
        to
          ? `Order ${orderNumber} was deleted: its parcel can only be set to Failed or Returned`
          : `Order ${orderNumber} was deleted, too. Restore it first.`,
      { orderNumber: 'ORD-1001' },
    ),
  },
  money_kept: {
    status: 409,
    ...said(
      ({ amount }: { amount: string }) =>
        `${amount} of the customer’s money would be lost from the books with it. Refund it first`,
      {
        amount: 'Rs 500',
      },
    ),
  },
  line_decided: { status: 409, message: 'Somebody decided about this line meanwhile' },
  more_than_due: {
    status: 409,
    ...said(
      ({ number, due }: { number: string; due: string }) =>
        `Only ${due} is due for ${number}. Choose another order, or set the line aside.`,
      { number: 'ORD-1001', due: 'Rs 500' },
    ),
  },
  month_closed: { status: 409, message: 'This month is closed already' },
  month_not_closed: { status: 409, message: 'This month is not closed' },
  month_not_last: {
    status: 409,
    ...said(({ last }: { last: string }) => `${last} was closed after it: reopen that month first`, { last: 'November 2026' }),
  },
  month_not_over: { status: 409, message: 'A month can be closed when it is over' },
  money_refunded: {
    status: 409,
    ...said(
      ({ refunded }: { refunded: string }) => `${refunded} of this money went back to the customer. Take that refund back first`,
      { refunded: 'Rs 1,200' },
    ),
  },
  order_left: {
    status: 409,
    ...said(
      ({ orderNumber, status }: { orderNumber: string; status: string }) =>
        `Order ${orderNumber} is ${status}: it is too late for an advance`,
      { orderNumber: 'ORD-1001', status: 'shipped' },
    ),
  },
  transfer_booked: {
    status: 409,
    ...said(
      ({ orderNumber, amount, day }: { orderNumber: string; amount: string; day: string }) =>
        `${amount} was booked for ${orderNumber} on ${day}. Say whether this is the same transfer.`,
      { orderNumber: 'ORD-1001', amount: 'Rs 1,360', day: '25 Nov' },
    ),
  },
  returns_open: {
    status: 409,
    ...said(
      ({ returns }: { returns: { returnNumber: string; toPay: string }[] }) => {
        const open = returns.map(({ returnNumber, toPay }) => `${returnNumber} (${toPay})`).join(', ');
        return `Still to be paid back for this order: ${open}. Pay it back there, or say that this refund is for something else.`;
      },
      { returns: [{ returnNumber: 'RET-1001', toPay: 'Rs 1,200' }] },
    ),
  },
  refund_too_large: {
    status: 409,
    ...said(({ received }: { received: string }) => `Only ${received} of what was received for this order is left to refund`, {
      received: 'Rs 1,200',
    }),
  },
  settled_by_file: {
    status: 409,
    ...said(({ reference }: { reference: string }) => `This belongs to the settlement ${reference}: undo that as a whole`, {
      reference: 'CPR-1001',
    }),
  },
  settlement_refused: {
    status: 409,
    ...said(({ refusals }: { refusals: string[] }) => refusals.join('. '), {
      refusals: ['You entered 202 parcels, but the file has 201'],
    }),
  },
  nothing_to_ask: { status: 409, message: 'All of this was settled meanwhile. Load the list again.' },
  dispute_settled: { status: 409, message: 'This was settled already' },
  settlement_arrived: {
    status: 409,
    ...said(({ reference }: { reference: string }) => `${reference} arrived in the bank already`, { reference: 'CPR-1001' }),
  },
  payout_differs: {
    status: 409,
    ...said(({ sum, amount }: { sum: string; amount: string }) => `These come to Rs. ${sum}, but the bank got Rs. ${amount}`, {
      sum: '1,949.06',
      amount: '1,949.07',
    }),
  },
  nothing_arrived: { status: 409, message: 'No file of a courier arrived with this line' },
  settlement_undone: { status: 409, message: 'This settlement was undone already' },
  settlement_built_on: {
    status: 409,
    ...said(({ why }: { why: string }) => `${why}: undo that first`, { why: 'CPR-1002 settled 24000000000001 again' }),
  },
  nothing_owed: {
    status: 409,
    ...said(({ number }: { number: string }) => `No courier holds cash of ${number} any more`, {
      number: 'SHP-1001',
    }),
  },
  payment_reversed: { status: 409, message: 'This payment was taken back already' },
  claim_ended: {
    status: 409,
    ...said(
      ({ state }: { state: string }) =>
        `This courier claim has ended already: ${state.replace(/_/g, ' ')}. What was paid is taken back under Payments.`,
      { state: 'paid' },
    ),
  },
  collected_with_delivery: {
    status: 409,
    message: 'This was collected with the delivery: where it was not, change the status of the order',
  },
  credit_spent: {
    status: 409,
    ...said(({ credit }: { credit: string }) => `The customer has spent this store credit: ${credit} is left`, {
      credit: 'Rs 200',
    }),
  },
  not_enough_credit: {
    status: 409,
    ...said(({ credit }: { credit: string }) => `Only ${credit} of store credit can be used for this order`, {
      credit: 'Rs 200',
    }),
  },
  order_merged: {
    status: 409,
    ...said(
      ({ orderNumber, into }: { orderNumber: string; into: string }) =>
        `Order ${orderNumber} was merged into ${into} and stays cancelled: its pieces are there`,
      {
        orderNumber: 'ORD-1002',
        into: 'ORD-1001',
      },
    ),
  },
  transfer_decided: {
    status: 409,
    ...said(({ name }: { name: string | null }) => `${name ?? 'A colleague'} has decided about this transfer already`, {
      name: 'sana',
    }),
  },
  transfers_wait: {
    status: 409,
    message: 'We are still checking what you sent before. Please wait for our answer, or call us.',
  },
  order_packed: {
    status: 409,
    ...said(
      ({ to }: { to?: 'shopper' }) =>
        to
          ? 'Your order is packed already, so it can no longer be changed here. Please call or write to us.'
          : 'This order is packed already: its items can no longer be changed',
      {},
    ),
  },
  order_repeated: {
    status: 409,
    ...said(
      ({ orderNumber }: { orderNumber: string }) =>
        `You placed this same order a moment ago: ${orderNumber}. Do you want to order it again?`,
      { orderNumber: 'ORD-1001' },
    ),
  },
  nothing_came_back: {
    status: 409,
    ...said(({ orderNumber }: { orderNumber: string }) => `No parcel of order ${orderNumber} waits to be counted`, {
      orderNumber: 'ORD-1001',
    }),
  },
  inspected_meanwhile: {
    status: 409,
    ...said(
      ({ waiting }: { waiting: number }) =>
        waiting === 0
          ? 'These pieces were inspected already'
          : `Only ${waiting} of these pieces ${waiting === 1 ? 'waits' : 'wait'} to be inspected`,
      { waiting: 1 },
    ),
  },
  out_of_stock: { status: 409, message: 'Some items are no longer available in the quantity you asked for' },
  last_owner: { status: 409, message: 'Make somebody else an owner first: the shop always needs one who can sign in.' },
  role_is_preset: { status: 409, message: 'Every shop has this role as it is. Make one of your own instead.' },
  role_in_use: { status: 409, message: 'Somebody on the staff or invited has this role. Give them another one first.' },
  own_account: { status: 409, message: 'You cannot lock yourself out. Ask a colleague to do it.' },
  parcel_came_back: {
    status: 409,
    ...said(
      ({ shipments }: { shipments: string[] }) =>
        `${shipments.join(', ')} failed or came back. Say why the order is delivered all the same.`,
      { shipments: ['SHP-1001'] },
    ),
  },
  parcel_under_way: {
    status: 409,
    ...said(({ shipments }: { shipments: string[] }) => `A parcel of this order is under way: ${shipments.join(', ')}`, {
      shipments: ['SHP-1001'],
    }),
  },
  photo_in_use: {
    status: 409,
    ...said(({ name }: { name: string }) => `${name} still shows this photo`, { name: 'Pavé Eternity Band' }),
  },
  price_changed: {
    status: 409,
    ...said(
      ({ of, code, total, totalBefore }: { of?: 'order' | 'phone'; code?: string; total?: number; totalBefore?: number }) => {
        if (of === 'phone')
          return `The code ${code} cannot be used with this phone number. Without it the order costs ${formatPrice(total ?? 0)} instead of ${formatPrice(totalBefore ?? 0)}.`;
        return of ? 'Prices have changed meanwhile' : 'Prices have changed since you filled your cart';
      },
      {},
    ),
  },
  purchase_order_cancelled: {
    status: 409,
    message: 'This purchase order is cancelled. Change its status before you receive pieces.',
  },
  second_factor_first: { status: 409, message: 'Switch on your own second factor first, under Your account.' },
  own_second_factor: {
    status: 409,
    message:
      'Switch off your own second factor under Your account, with your password and a code. If you lost it, ask another owner.',
  },
  second_factor_is_off: { status: 409, message: 'Your second factor is off.' },
  second_factor_is_on: { status: 409, message: 'Your second factor is on already.' },
  second_factor_needed_by_all: {
    status: 409,
    message: 'Everybody on the staff needs a second factor. An owner can change that.',
  },
  order_not_delivered: {
    status: 409,
    ...said(({ orderNumber }: { orderNumber: string }) => `Order ${orderNumber} is not delivered any more. Look at it first.`, {
      orderNumber: 'ORD-1001',
    }),
  },
  pickup_stands: { status: 409, message: 'A courier comes for these pieces. The pickup has to be cancelled first.' },
  return_decided: {
    status: 409,
    ...said(
      ({ returnNumber, state }: { returnNumber: string; state: ReturnState }) =>
        `${returnNumber} is ${returnStateLabels[state].toLowerCase()} already. Reload to see it.`,
      { returnNumber: 'RET-1001', state: 'approved' },
    ),
  },
  return_not_back: {
    status: 409,
    ...said(
      ({ returnNumber }: { returnNumber: string }) =>
        `The pieces of ${returnNumber} are not back yet: count them under Receive first`,
      { returnNumber: 'RET-1001' },
    ),
  },
  payout_not_open: {
    status: 409,
    ...said(
      ({ returnNumber }: { returnNumber: string }) => `Nothing is left to pay back for ${returnNumber}. Reload to see it.`,
      {
        returnNumber: 'RET-1001',
      },
    ),
  },
  return_not_offered: { status: 409, message: 'This order has not arrived yet, so nothing of it can be sent back' },
  return_over: { status: 409, message: 'The days for returns of this order are over. Please call or write to us.' },
  shipment_exists: {
    status: 409,
    ...said(({ shipmentNumber }: { shipmentNumber: string }) => `It already has a shipment: ${shipmentNumber}`, {
      shipmentNumber: 'SHP-1001',
    }),
  },
  slug_taken: { status: 409, message: 'Another category already has this slug' },
  stock_moved: {
    status: 409,
    ...said(
      ({
        expected,
        stockQuantity,
        ...choice
      }: {
        expected: number;
        stockQuantity: number;
        color?: string | null;
        size?: string | null;
      }) =>
        `${['The stock', choiceName(choice)].filter(Boolean).join(' of ')} moved from ${expected} to ${stockQuantity} meanwhile`,
      { expected: 8, stockQuantity: 7 },
    ),
  },
  portal_lines_contradict: {
    status: 409,
    message: 'Another line gives this parcel another number, or this number to another parcel: nobody knows which is right',
  },
  tracking_number_used: {
    status: 409,
    ...said(
      ({ shipmentNumber, orderNumber }: { shipmentNumber: string; orderNumber: string }) =>
        `${shipmentNumber} of ${orderNumber} has this tracking number already`,
      { shipmentNumber: 'SHP-1001', orderNumber: 'ORD-1001' },
    ),
  },
  too_many_addresses: { status: 409, message: 'Your account keeps ten addresses. Delete one to save another.' },
  too_much_stock: { status: 409, message: 'That is more stock than the books can hold' },
  link_expired: { status: 410, message: 'This link is too old. Ask for a new one.' },
  link_used: { status: 410, message: 'This link was used already. Each works once.' },
  order_page_ended: { status: 410, message: 'This page has closed' },
  body_too_large: { status: 413, message: 'The body is larger than its fields need' },
  url_too_long: { status: 414, message: 'The address is too long' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json' },
  unsupported_photo: { status: 415, message: 'Choose a JPEG, PNG, WebP or AVIF photo' },
  choice_required: {
    status: 422,
    ...said(firstComplaint, { errors: [{ path: 'items.0.selectedSize', message: 'Choose a size of Enamel Bangle Stack' }] }),
  },
  validation_failed: { status: 422, message: 'Please check the highlighted fields' },
  idempotency_mismatch: {
    status: 422,
    ...said(
      ({
        of = 'order',
      }: {
        of?:
          | 'addition'
          | 'answer'
          | 'count'
          | 'expense'
          | 'order'
          | 'photo'
          | 'piece'
          | 'receipt'
          | 'reorder'
          | 'request'
          | 'settlement'
          | 'transfer';
      }) => `This Idempotency-Key was already used for another ${of}`,
      {},
    ),
  },
  more_than_a_photo: { status: 422, message: 'This file contains more than a photo. Save it as JPEG and upload it again.' },
  order_too_large: {
    status: 422,
    ...said(firstComplaint, {
      errors: [
        {
          path: 'items.0.quantity',
          message:
            'Online you can order at most 20 of Pavé Eternity Band in one order. For more, please call or WhatsApp us at +92 300 1234567.',
        },
      ],
    }),
  },
  photo_too_large: { status: 422, message: 'This photo has too many pixels' },
  photo_too_slow: { status: 422, message: 'This photo takes too long to read' },
  photo_unreadable: { status: 422, message: 'This photo is damaged and cannot be read' },
  photos_too_large: { status: 422, message: 'These photos are too large together. Upload fewer at a time.' },
  too_many_orders: {
    status: 429,
    message:
      'Several orders from you wait for our call already. To order more now, please call us at +92 300 1234567: we take it by phone.',
  },
  too_many_photos: { status: 429, message: 'Too many photos arrive just now. Please send your review without, or try tomorrow.' },
  too_many_parcel_photos: { status: 409, message: 'This order has five photos already. Remove one first.' },
  too_many_return_photos: {
    status: 429,
    message: 'Too many photos were sent for this order today. Please write to us instead.',
  },
  too_many_transfer_photos: {
    status: 429,
    message: 'Too many photos were sent for this order today. Please send the transaction number alone, or call us.',
  },
  too_many_notices: { status: 429, message: 'You wait for twenty pieces already' },
  too_many_guesses: {
    status: 429,
    message:
      'Too many wrong tries with this order number or phone. Open the link in your order’s mail, write to us, or try again in an hour.',
  },
  too_many_reveals: {
    status: 429,
    ...said(({ limit }: { limit: number }) => `Today’s ${limit} reveals are used up. Ask an owner of the shop for more.`, {
      limit: 30,
    }),
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  auth_unreachable: { status: 503, message: 'Signing in is not possible right now. Please try again in a moment.' },
  database_unreachable: { status: 503, message: 'The shop is busy right now. Please try again in a moment.' },
  storage_unreachable: { status: 503, message: 'Failed to look for the photo' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

interface ErrorOptions {
  /** Replaces the message of the catalogue. */
  message?: string | undefined;
  /** One entry per invalid field. */
  errors?: FieldError[] | undefined;
  /** What the client needs to continue. Sent to the browser. */
  details?: unknown;
  headers?: Record<string, string>;
  /** Only for the log. */
  cause?: unknown;
}

/** An error the API answers with: its status, its code, and a message that tells a person what to do. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, { message = ERRORS[code].message, errors, details, headers = {}, cause }: ErrorOptions = {}) {
    super(message, { cause });
    this.status = ERRORS[code].status;
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.headers = headers;
  }
}

/** An error of ours; only the log shows its cause. */
export function internalError(cause: unknown, message?: string): ApiError {
  return new ApiError('internal_error', { message, cause });
}

/** 422 with one entry per invalid field. */
export function invalid(errors: FieldError[], message?: string): ApiError {
  return new ApiError('validation_failed', { message, errors });
}

const fieldErrors = z.object({ errors: z.array(fieldError) });

/** A refusal as SQL raises it (`shop.refuse`): details and words are JSON. */
export interface Refused {
  code: ErrorCode;
  details: string | null;
  words: string | null;
}

/** The error of a refusal of SQL: the catalogue says its status and finds its words. */
export function refused({ code, ...raised }: Refused, cause?: unknown): ApiError {
  const details: unknown = raised.details ? JSON.parse(raised.details) : undefined;
  if (code === 'validation_failed') return invalid(fieldErrors.parse(details).errors);
  const { message, says }: ErrorDefinition = ERRORS[code];
  const words: unknown = raised.words ? JSON.parse(raised.words) : {};
  return new ApiError(code, { message: says?.(Object.assign({}, details, words) as never) ?? message, details, cause });
}
