import * as z from 'zod';
import { accountContact } from '#domain/accounts/contract.ts';
import type { PageQuery } from '#domain/lists.ts';
import { type OrderQuery, order, orderStats, staffOrder } from '#domain/orders/contract.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { type OrderTracking, trackedOrder } from '#domain/orders/tracking-contract.ts';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage, emptyPage, hasNone, read, readPage, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import type { Network } from '#server/network.ts';
import { findByTerms, searchTerms } from '#server/search/search-terms.ts';
import { secrets } from '#server/secrets.ts';
import { expectedDelivery } from './expected-delivery.ts';

/** Orders for staff, filtered, sorted and paged by the database. */
export async function listOrders(db: ShopDatabase, query: OrderQuery) {
  const terms = searchTerms(query.search ?? '');
  // A search for punctuation alone finds nothing.
  if (query.search && !terms.words && !terms.email) return emptyPage(query);
  const address = terms.email ?? query.customerEmail?.toLowerCase();
  const filters = {
    status: query.status ?? null,
    began: query.source ?? null,
    work: query.work ?? null,
    of_customer: query.customerId ?? null,
    email_like: address ? ilikePattern(address) : null,
    ...periodBounds({ startDate: query.dateFrom, endDate: query.dateTo }),
  };
  const sorting = { sort_by: query.sortBy, ascending: query.sortOrder === 'asc' };
  const find = (words: string[] | null) =>
    callPage(db, 'list_orders', { ...filters, ...sorting, typed_words: words }, query, staffOrder);
  return findByTerms(terms, find, hasNone);
}

/** A signed-in shopper. */
export interface Owner {
  shopperId: string;
  /** The account's address, when it is proved. */
  provedEmail: string | null;
}

/** Orders of the account, and what was ordered with its address without signing in, once that is proved. */
function ordersOf({ shopperId, provedEmail }: Owner): string {
  const ofAccount = `shopper_id.eq.${shopperId}`;
  const ofAddress = `and(shopper_id.is.null,customer_email.eq.${JSON.stringify(provedEmail)})`;
  return provedEmail === null ? ofAccount : `${ofAccount},${ofAddress}`;
}

/** Who a signed-in shopper's last order went to, and where; null before the first. */
export async function lastContact(db: ShopDatabase, owner: Owner) {
  const lastOrder = db
    .from('orders')
    .select('name:customer_name, phone:customer_phone, address:customer_address, city, zip_code, country')
    .or(ordersOf(owner))
    .neq('customer_address', '')
    .is('archived_at', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(1)
    .maybeSingle();
  return read(lastOrder, accountContact.nullable());
}

/** Whether an order is of the account, as `listOwnOrders` lists it. */
export function isOwnOrder(db: ShopDatabase, owner: Owner, id: string): Promise<boolean> {
  return run(db.from('orders').select('id').eq('id', id).or(ordersOf(owner)).is('archived_at', null).maybeSingle());
}

/** A signed-in shopper's own orders, newest first. */
export function listOwnOrders(db: ShopDatabase, owner: Owner, paging: PageQuery) {
  return readPage(
    () =>
      db
        .from('orders')
        .select(
          '*, items:order_items(*, ...product_variants(sku)), shipments(id, shipment_number, status, carrier, tracking_number, updated_at)',
          { count: 'exact' },
        )
        .or(ordersOf(owner))
        .is('archived_at', null)
        .is('shipments.archived_at', null)
        .order('created_at', { ascending: false })
        .order('id')
        .order('position', { referencedTable: 'order_items' })
        .order('created_at', { referencedTable: 'shipments' }),
    paging,
    order,
  );
}

/** @throws ApiError `order_not_found`, also for an archived one */
export function getOrder(db: ShopDatabase, id: string) {
  return callFunction(db, 'find_order', { order_id: id }, staffOrder);
}

/** @throws ApiError `order_not_found`, also for an archived one */
export function getOrderByNumber(db: ShopDatabase, orderNumber: string) {
  return callFunction(db, 'find_order', { order_number: readOrderNumber(orderNumber).toUpperCase() }, staffOrder);
}

/** Orders, revenue and orders per status. */
export function orderStatistics(db: ShopDatabase) {
  return callFunction(db, 'order_stats', {}, orderStats);
}

/**
 * Wrong guesses of an order's phone, and of the numbers of a phone's orders, from all networks together. Order numbers follow each other,
 * so that a phone's orders could be found by trying.
 */
const WRONG_GUESSES = { hits: 10, seconds: 3_600 };

const wrongGuesses = () => (secrets.SHOP_RATE_LIMITS === 'off' ? null : WRONG_GUESSES);

/**
 * Where an order is, for anyone who knows its number and one of its phones.
 * @throws ApiError `order_not_found` unless both match, `too_many_guesses` with `Retry-After`
 */
export async function trackOrder(db: ShopDatabase, { orderNumber, phone }: OrderTracking) {
  const args = { order_number: orderNumber, phone, guesses: wrongGuesses() };
  const found = await callFunction(db, 'track_order', args, foundOrder.nullable()).catch((refusal: unknown) => {
    throw withWait(refusal);
  });
  if (found === null) throw new ApiError('order_not_found');
  // Asked for apart: where the order goes is nothing for the answer.
  const place = db.from('orders').select('city_known').eq('order_number', orderNumber.toUpperCase()).maybeSingle();
  const { cityKnown } = (await read(place, cityOf.nullable())) ?? { cityKnown: null };
  return { ...found, expected: expectedDelivery(found, cityKnown) };
}

/** How often the link of an order's page may be asked for, whether or not it is mailed: for one order, and by one network. */
const LINKS = { order: { hits: 5, seconds: 86_400 }, network: { hits: 20, seconds: 86_400 } };

/** Those limits for SQL, which counts; null for none. */
export function limitedLinks(network: Network) {
  return secrets.SHOP_RATE_LIMITS === 'off' ? null : { ...LINKS, network: { ...LINKS.network, bucket: network } };
}

/** What is said when the link was asked for too often. */
export const LINK_ASKED_OFTEN = 'The link was asked for too often today. Please call or write to us.';

/**
 * Mails the link of an order's page to the order's address, if there is one, for whoever knows its number and one of its phones: labels have both, so that
 * they open no page. The answer does not say whether there is an address.
 * @throws ApiError like `trackOrder`
 */
export async function askTrackedPageLink(db: ShopDatabase, { orderNumber, phone }: OrderTracking, network: Network) {
  const args = { order_number: orderNumber, phone, guesses: wrongGuesses(), links: limitedLinks(network) };
  const isFound = await callFunction(db, 'ask_tracked_page_link', args, z.boolean()).catch((refusal: unknown) => {
    throw withWait(refusal, LINK_ASKED_OFTEN);
  });
  if (!isFound) throw new ApiError('order_not_found');
  return { isAsked: true } as const;
}

const foundOrder = trackedOrder.omit({ expected: true });

const cityOf = z.object({ cityKnown: z.string().nullable() });

const guessDetails = z.object({ retryAfter: z.int() });

/** A refusal of too many guesses with its `Retry-After`, and with other words than those about tracking; any other refusal as it is. */
export function withWait(refusal: unknown, message?: string): unknown {
  if (!(refusal instanceof ApiError) || refusal.code !== 'too_many_guesses') return refusal;
  const { retryAfter } = guessDetails.parse(refusal.details);
  return new ApiError('too_many_guesses', {
    ...(message && { message }),
    headers: { 'Retry-After': String(retryAfter) },
    details: { retryAfter },
  });
}
