import { methodText, paymentName } from '#admin/data/payments/labels.ts';
import { WISHES } from '#admin/data/whatsapp/labels.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import type { Payment } from '#domain/payments/contract.ts';
import type { ReturnKind } from '#domain/returns/choices.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

/** Something that happened with a customer. */
export interface Happening {
  key: string;
  at: string;
  /** `Sent` */
  what: string;
  /** The record that says more. */
  record: { name: string; href: string } | null;
  /** `TCS · Rs. 2,050` */
  facts: string;
  /** What somebody wrote. */
  words: string;
}

/** As many as each list of a customer's details has. */
const SHOWN = 50;

type Parcel = NonNullable<CustomerDetails['parcels']>['items'][number];
type Order = CustomerDetails['orders'][number];

/** What happened with a customer, the latest first, and whether more did than is shown. */
export function historyOf(details: CustomerDetails): { happenings: Happening[]; isCut: boolean } {
  const { orders, parcels, returns, answers, messages, reviews, money, creditHistory, record } = details;
  const lists = [parcels, returns, answers, messages, reviews, money?.payments];
  const all = [
    ...orders.flatMap((order) => orderHappenings(order, parcels?.items ?? [])),
    ...(parcels?.items ?? []).flatMap(parcelHappenings),
    ...(returns?.items ?? []).map(({ id, returnNumber, orderNumber, kind, createdAt }) =>
      happening(id, createdAt, ASKED[kind], returnOf(returnNumber), { facts: `of ${orderNumber}` }),
    ),
    ...(answers?.items ?? []).map(({ id, orderNumber, pressed, body, createdAt }) => {
      const facts = pressed ? `pressed ${WISHES[pressed]}` : '';
      return happening(id, createdAt, 'Answered by WhatsApp', orderOf(orderNumber), { facts, words: body ?? '' });
    }),
    ...(messages?.items ?? []).map(({ id, subject, message, createdAt }) =>
      happening(id, createdAt, 'Wrote', { name: 'Messages', href: '/admin/messages' }, { facts: subject, words: message }),
    ),
    ...(reviews?.items ?? []).map(({ id, productName, rating, comment, createdAt, ...review }) => {
      const facts = [productName, `${rating} of 5 stars`, reviewState(review)].filter(Boolean).join(' · ');
      return happening(id, createdAt, 'Reviewed', { name: 'Reviews', href: '/admin/reviews' }, { facts, words: comment });
    }),
    ...[...(money?.payments.items ?? []), ...creditHistory].map(paymentHappening),
  ].sort((one, other) => other.at.localeCompare(one.at));
  const isCut =
    all.length > SHOWN || record.orders > orders.length || lists.some((list) => list && list.total > list.items.length);
  return { happenings: all.slice(0, SHOWN), isCut };
}

const ASKED: Record<ReturnKind, string> = { return: 'Asked to return', exchange: 'Asked to exchange', claim: 'Claimed' };

/** That an order was placed and how it ended. That it was delivered is said by the parcel that was, where there is one. */
function orderHappenings({ id, orderNumber, status, totalAmount, createdAt, endedAt }: Order, parcels: Parcel[]): Happening[] {
  const record = orderOf(orderNumber);
  const placed = happening(id, createdAt, 'Ordered', record, { facts: isHiddenSum(totalAmount) ? '' : formatPrice(totalAmount) });
  const isSaid = parcels.some((parcel) => parcel.orderNumber === orderNumber && parcel.status === 'delivered');
  if (!endedAt || (status === 'delivered' && isSaid)) return [placed];
  return [placed, happening(`${id} end`, endedAt, status === 'cancelled' ? 'Cancelled' : 'Delivered', record)];
}

const ENDS: Partial<Record<Parcel['status'], string>> = {
  delivered: 'Delivered',
  failed: 'Not delivered',
  returned: 'Came back',
};

function parcelHappenings({ id, shipmentNumber, orderNumber, status, carrier, shippedDate, endedAt }: Parcel): Happening[] {
  const record = { name: shipmentNumber, href: `/admin/shipments/${shipmentNumber}` };
  const facts = [`of ${orderNumber}`, carrier].filter(Boolean).join(' · ');
  const end = ENDS[status];
  return [
    ...(shippedDate ? [happening(`${id} sent`, shippedDate, 'Sent', record, { facts })] : []),
    ...(end && endedAt ? [happening(id, endedAt, end, record, { facts })] : []),
  ];
}

function paymentHappening(payment: Payment): Happening {
  const { id, amount, orderNumber, reason, createdAt } = payment;
  const facts = [!isHiddenSum(amount) && formatPrice(amount), methodText(payment)].filter(Boolean).join(' · ');
  return happening(id, createdAt, paymentName(payment), orderNumber ? orderOf(orderNumber) : null, { facts, words: reason });
}

function reviewState({ isPublished, awaitsStaff }: { isPublished: boolean; awaitsStaff: boolean }): string {
  if (awaitsStaff) return 'waits for you';
  return isPublished ? '' : 'hidden';
}

const orderOf = (orderNumber: string) => ({ name: orderNumber, href: `/admin/orders/${orderNumber}` });

const returnOf = (returnNumber: string) => ({ name: returnNumber, href: `/admin/returns/${returnNumber}` });

function happening(
  key: string,
  at: string,
  what: string,
  record: Happening['record'],
  { facts = '', words = '' }: { facts?: string; words?: string } = {},
): Happening {
  return { key, at, what, record, facts, words };
}
