import { type ApiFailure, callApi } from '#browser/api.ts';
import type { OrderLink } from '#domain/order-link.ts';
import type { LabelLink, OrderPage } from '#domain/orders/page-contract.ts';

/** Reads `/order/ORD-10042#key`, and of a parcel’s label `#key.version`. */
export function linkIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): OrderLink {
  const [, , orderNumber = ''] = pathname.split('/');
  return { orderNumber: decoded(orderNumber), key: hash.slice(1).replace(/\..*/, '') };
}

/** Whether a label was scanned, whose key opens no page of an order. */
export function isLabel({ hash }: Pick<Location, 'hash'>): boolean {
  return hash.includes('.');
}

/** What the code on a label says. */
export function labelIn(address: Pick<Location, 'pathname' | 'hash'>): LabelLink {
  return { ...linkIn(address), version: address.hash.split('.')[1] ?? '' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What the shopper asks of the order, by the path of the operation. */
export type OrderAction =
  | ''
  | '/confirmation'
  | '/address'
  | '/phone'
  | '/cancellation'
  | '/cancellation/withdrawal'
  | '/transfer'
  | '/credit'
  | '/delivery'
  | '/asked-sum';

/** Asks for the order of a link, or for something about it; answers with the page as it is then. @throws ApiFailure */
export function callOrderPage(
  link: OrderLink,
  action: OrderAction = '',
  fields: Record<string, string | number> = {},
): Promise<OrderPage> {
  return callApi<OrderPage>('POST', `/order-page${action}`, { body: { ...link, ...fields } });
}

/** Why there is no order to show, and whether trying again may help. */
export function failureText(failure: ApiFailure): { title: string; text: string; mayRetry: boolean } {
  if (failure.status === 410) return { title: 'This page has closed', text: failure.message, mayRetry: false };
  if (failure.status === 404 || failure.status === 422) {
    return {
      title: 'This link opens no order',
      text: 'A part of it may be missing: please open it as we sent it. You can also track your order with its number and your phone.',
      mayRetry: false,
    };
  }
  return { title: 'We cannot reach the shop just now', text: 'Please try again in a moment.', mayRetry: true };
}

/** What a form says when it could not be sent; what was typed stays. */
export function refusalText(failure: ApiFailure): string {
  if (failure.status === 0) return 'We cannot reach the shop just now. What you typed is still here: please send it again.';
  return failure.errors[0]?.message ?? failure.message;
}
