import * as z from 'zod';
import type { ExampleRequest } from './example-requests.ts';

/** Where more is to be read than the examples have, as SQL that finds the paths. */
export const MORE_PATHS: Record<string, string> = {
  'GET /api/advances/{orderId}': `select distinct '/api/advances/' || order_id as path from advance_claims`,
  'GET /api/orders/{id}': `select '/api/orders/' || order_id as path from whatsapp_answers union select * from (select '/api/orders/' || c.order_id from order_confirmations c join orders o on o.id = c.order_id where c.overridden_at is not null and o.archived_at is null limit 1) c`,
  'GET /api/orders/{id}/timeline': `select '/api/orders/' || order_id || '/timeline' as path from order_events group by order_id order by count(*) desc limit 3`,
  'GET /api/goods-back/scan': `select '/api/goods-back/scan?code=' || order_number as path from orders o where archived_at is null and exists (select from goods_back r where r.order_id = o.id and not r.never_left) limit 2`,
  'GET /api/shipments/{id}/papers': `select '/api/shipments/' || shipment_id || '/papers' as path from shipment_labels union select '/api/shipments/' || shipment_id || '/papers' from asked_sums`,
  'GET /api/under-way/{id}': `select '/api/under-way/' || booking_id as path from courier_claims union select '/api/under-way/' || booking_id from parcel_calls union select '/api/under-way/' || booking_id from parcel_advices`,
  'GET /api/discount-codes': `select '/api/discount-codes' as path`,
};

const SEARCHED = ['search', 'customerEmail'];

/** Parts of what is planted in orders and customers. */
export const PROBES = ['Zqan10', 'zqae11', '0345 7000128'];

const VARIED = ['sortBy', 'kind', 'list', 'same', 'state'];

/** A read by each of the choices of its query, and by texts that were planted. */
export function variantsOf(request: ExampleRequest, query: z.ZodType | undefined): ExampleRequest[] {
  if ('q' in Object(request.body)) return [request, ...PROBES.map((q) => ({ ...request, body: { q } }))];
  if (!query) return [request];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: string[]; type?: string; format?: string }>;
  };
  const on = (name: string, value: string) => ({
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
  });
  const chosen = Object.entries(properties).flatMap(([name, { enum: choices }]) =>
    choices && choices.length < 10 && VARIED.includes(name) ? choices.map((choice) => on(name, choice)) : [],
  );
  const searched = Object.keys(properties).filter((name) => SEARCHED.includes(name));
  return [request, ...chosen, ...searched.flatMap((name) => PROBES.map((text) => on(name, text)))];
}
