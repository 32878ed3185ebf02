import type { FieldError } from '#domain/failures.ts';

interface ErrorDefinition {
  status: number;
  /** What a person reads, unless the code that throws it has a better message. Names in messages are examples. */
  message: string;
}

/** Every error of the API. A test compares these codes with those that SQL can raise. */
export const ERRORS = {
  unreadable_body: { status: 400, message: 'The body is not valid JSON' },
  body_cut_off: { status: 400, message: 'The request ended before it was complete' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  invalid_credentials: { status: 401, message: 'Invalid username or password' },
  second_factor_needed: { status: 401, message: 'Enter the code of your second factor' },
  second_factor_wrong: { status: 401, message: 'This code is not right, or was used already. Wait for the next one.' },
  wrong_signature: { status: 401, message: 'The signature is not right' },
  staff_only: { status: 403, message: 'Only staff may do this' },
  foreign_form: { status: 403, message: 'This form was sent from another site. Please use the one in our shop.' },
  not_your_review: { status: 403, message: 'Only its author may change this review' },
  email_not_confirmed: { status: 403, message: 'Please confirm your e-mail address first: we have sent you a link.' },
  owner_only: { status: 403, message: 'Only an owner of the shop may do this' },
  other_account: { status: 403, message: 'This link is for another account. Sign in to the account whose address it confirms.' },
  second_factor_required: { status: 403, message: 'Switch on a second factor first: everybody on the staff needs one.' },
  wrong_verify_token: { status: 403, message: 'The verify token is not right' },
  signup_closed: { status: 403, message: 'New accounts cannot be opened right now.' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  address_not_found: { status: 404, message: 'This address is not in your account' },
  category_not_found: { status: 404, message: 'Category not found' },
  customer_not_found: { status: 404, message: 'Customer not found' },
  deleted_not_found: { status: 404, message: 'There is nothing to restore here. Records can be restored for 30 days.' },
  invitation_not_found: { status: 404, message: 'This invitation is no longer good. Ask for a new one.' },
  link_not_found: { status: 404, message: 'This link is not the one we sent, or too old. Ask for a new one.' },
  order_page_not_found: {
    status: 404,
    message: 'This link opens no order. Please open it as we sent it, or track your order with its number and phone.',
  },
  item_not_found: { status: 404, message: 'This line is not in the purchase order' },
  mail_not_found: { status: 404, message: 'This mail has gone already' },
  message_not_found: { status: 404, message: 'Message not found' },
  notice_not_found: { status: 404, message: 'Notice not found' },
  order_not_found: { status: 404, message: 'Order not found' },
  photo_not_found: { status: 404, message: 'Photo not found' },
  product_not_found: { status: 404, message: 'Product not found' },
  purchase_order_not_found: { status: 404, message: 'Purchase order not found' },
  receipt_not_found: { status: 404, message: 'Receipt not found' },
  review_not_found: { status: 404, message: 'Review not found' },
  session_not_found: { status: 404, message: 'This session has ended already' },
  shipment_not_found: { status: 404, message: 'Shipment not found' },
  staff_not_found: { status: 404, message: 'Staff member not found' },
  undo_expired: { status: 404, message: 'This can no longer be undone' },
  subscriber_not_found: { status: 404, message: 'Subscriber not found' },
  method_not_allowed: { status: 405, message: 'Use GET here' },
  body_too_slow: { status: 408, message: 'The request took too long to arrive' },
  already_in_stock: { status: 409, message: 'Pavé Eternity Band is in stock: you can order it now' },
  already_received: { status: 409, message: 'The items of a received purchase order are on the shelf and cannot be changed' },
  builds_used_up: { status: 409, message: 'Today’s builds are used up (60)' },
  category_in_use: { status: 409, message: 'This category still has products. Move or delete them first.' },
  catalogue_changed: { status: 409, message: 'The catalogue changed meanwhile. Check the file again.' },
  claimed_by_other: { status: 409, message: 'sana works on this order right now' },
  choice_in_stock: { status: 409, message: '2.6, Gold still has 4 pieces. Set the stock to 0 first.' },
  choice_unavailable: { status: 409, message: 'Pavé Eternity Band is not available in the colour or size you chose' },
  customer_blocked: {
    status: 409,
    message: 'This customer is blocked: do not ship. Give a reason to place the order all the same.',
  },
  edited_meanwhile: { status: 409, message: 'Somebody else changed this meanwhile. Reload to see their version.' },
  more_than_ordered: { status: 409, message: 'More pieces than were ordered' },
  not_confirmed: {
    status: 409,
    message: 'Order ORD-1001 is not confirmed. Confirm it first, or let it go out for a reason: both in its details.',
  },
  not_enough_stock: { status: 409, message: 'Not enough stock' },
  not_back_yet: { status: 409, message: 'It is still sold out' },
  nothing_missing: { status: 409, message: 'Nothing of Pavé Eternity Band is missing' },
  order_cancelled: { status: 409, message: 'A cancelled order cannot be shipped' },
  order_closed: { status: 409, message: 'Order ORD-1001 is shipped: there is nothing to confirm' },
  order_deleted: { status: 409, message: 'Order ORD-1001 was deleted, too. Restore it first.' },
  order_packed: { status: 409, message: 'This order is packed already: its items can no longer be changed' },
  order_repeated: { status: 409, message: 'You placed this same order a moment ago: ORD-1001. Do you want to order it again?' },
  nothing_came_back: { status: 409, message: 'No parcel of order ORD-1001 waits to be counted' },
  out_of_stock: { status: 409, message: 'Some items are no longer available in the quantity you asked for' },
  own_account: { status: 409, message: 'You cannot lock yourself out. Ask a colleague to do it.' },
  parcel_came_back: { status: 409, message: 'SHP-1001 failed or came back. Say why the order is delivered all the same.' },
  parcel_under_way: { status: 409, message: 'A parcel of this order is under way' },
  photo_in_use: { status: 409, message: 'Pavé Eternity Band still shows this photo' },
  price_changed: { status: 409, message: 'Prices have changed since you filled your cart' },
  purchase_order_cancelled: {
    status: 409,
    message: 'This purchase order is cancelled. Change its status before you receive pieces.',
  },
  second_factor_first: { status: 409, message: 'Switch on your own second factor first, under Your account.' },
  second_factor_is_off: { status: 409, message: 'Your second factor is off.' },
  second_factor_is_on: { status: 409, message: 'Your second factor is on already.' },
  second_factor_needed_by_all: {
    status: 409,
    message: 'Everybody on the staff needs a second factor. An owner can change that.',
  },
  shipment_exists: { status: 409, message: 'It already has a shipment: SHP-1001' },
  slug_taken: { status: 409, message: 'Another category already has this slug' },
  stock_moved: { status: 409, message: 'The stock moved from 8 to 7 meanwhile' },
  tracking_number_used: { status: 409, message: 'SHP-1001 of ORD-1001 has this tracking number already' },
  too_many_addresses: { status: 409, message: 'Your account keeps ten addresses. Delete one to save another.' },
  too_much_stock: { status: 409, message: 'That is more stock than the books can hold' },
  link_expired: { status: 410, message: 'This link is too old. Ask for a new one.' },
  link_used: { status: 410, message: 'This link was used already. Each works once.' },
  order_page_ended: {
    status: 410,
    message: 'This page has closed: your order was settled more than 30 days ago. Write to us if you need anything.',
  },
  body_too_large: { status: 413, message: 'The body may have at most 256 KB' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json' },
  unsupported_photo: { status: 415, message: 'Choose a JPEG, PNG, WebP or AVIF photo' },
  choice_required: { status: 422, message: 'Choose a size of Enamel Bangle Stack' },
  validation_failed: { status: 422, message: 'Please check the highlighted fields' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was already used for another order' },
  more_than_a_photo: { status: 422, message: 'This file contains more than a photo. Save it as JPEG and upload it again.' },
  order_too_large: {
    status: 422,
    message:
      'Online you can order at most 20 of Pavé Eternity Band in one order. For more, please call or WhatsApp us at +92 300 1234567.',
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
  too_many_notices: { status: 429, message: 'You wait for twenty pieces already' },
  too_many_guesses: {
    status: 429,
    message:
      'Too many wrong tries with this order number or phone. Open the link in your order’s mail, write to us, or try again in an hour.',
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
