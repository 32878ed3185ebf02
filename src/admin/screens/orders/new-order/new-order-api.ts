import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { type DraftLine, itemOf } from '#admin/data/order-lines/piece-lines.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type CartQuote, cartQuote } from '#domain/cart/contract.ts';
import { orderPageLink, type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import type { payloadOf } from './order-draft.ts';

/** What the pieces cost now, with a code or without. */
export function quoteQuery(lines: DraftLine[], code = '') {
  const items = lines.map(itemOf);
  const body = { items, ...(code && { code }) };
  return queryOptions<CartQuote>({
    queryKey: ['/cart/quote', body],
    queryFn: ({ signal }) => callStaffApi('POST', '/cart/quote', { body, schema: cartQuote, signal }),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Places the order. The server takes repeated requests with one key as a single one. @throws ApiFailure as checkout gets them */
export function postOrder(body: ReturnType<typeof payloadOf>, key: string): Promise<StaffOrder> {
  return callStaffApi('POST', '/orders/by-staff', { body, headers: { 'Idempotency-Key': key }, schema: staffOrder });
}

/** The link of an order's secret page. */
export function pageLinkQuery(orderId: string) {
  return staffQuery(`/orders/${orderId}/page-link`, orderPageLink);
}

const catalog = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      colors: z.array(z.string()).default([]),
      sizes: z.array(z.string()).default([]),
    }),
  ),
});

/** Every product of the shop's pages by name, with its choices: what a chat may name. None while the index cannot be read. */
export const namesQuery = queryOptions({
  queryKey: ['/catalog.json'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/catalog.json', { signal });
    return answer.ok ? catalog.parse(await answer.json()).items : [];
  },
});
