import { readdir } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { NEEDED_RIGHTS, OWNER_RIGHTS, RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';
import { ROOT } from '#local/settings.ts';
import { type DeclaredOperation, rightsOf } from '#server/http/operation.ts';
import { openForPlanting, plant, SHOWING_RIGHTS, type ShowingRight, unseenPlaces } from '#tests/setup/canaries.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/example-requests.ts';
import { RING } from '#tests/setup/products.ts';
import { signInAs } from '#tests/setup/staff.ts';
import { staffedShop } from '#tests/setup/test-shop.ts';

const lines: string[] = [];
for (const way of ['log', 'error'] as const) vi.spyOn(console, way).mockImplementation((...said) => void lines.push(said.join(' ')));

const shop = await staffedShop();
process.env.SHOP_LOG = 'all';
const examples = exampleRequests(shop, shop.token);
await shop.call('POST', '/api/stock-history/adjust', {
  token: shop.token,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});

/** Every right that a role of the shop's own can have, but one and those that need it. */
function rightsWithout(right: ShowingRight): Right[] {
  return RIGHT_NAMES.filter((each) => each !== right && NEEDED_RIGHTS[each] !== right && !OWNER_RIGHTS.includes(each));
}

/** Somebody with every right that a role of the shop's own can have, but one. */
async function memberWithout(right: ShowingRight): Promise<string> {
  const rights = rightsWithout(right);
  const { json } = await shop.staff('POST', '/api/staff/roles', { name: `Without ${right}`, rights, revealsADay: 1000 });
  expect(json.success, JSON.stringify(json)).toBe(true);
  await shop.rows(`update staff_roles set id = 'without_${right}' where id = '${json.data.id}'`);
  return signInAs(shop, `without_${right}`);
}
const members = {} as Record<ShowingRight, string>;
for (const right of SHOWING_RIGHTS) members[right] = await memberWithout(right);

/** The rows of the API's tables that staff call. */
async function declaredOperations(): Promise<(DeclaredOperation & { name: string })[]> {
  const files = (await readdir(new URL('functions/', `file://${ROOT}`))).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(`functions/${name}`, `file://${ROOT}`).href)));
  return modules
    .flatMap((module): DeclaredOperation[] => module.default?.operations ?? [])
    .filter(({ access }) => access.endsWith('staff'))
    .map((operation) => ({
      ...operation,
      name: `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`,
    }));
}
const operations = await declaredOperations();
const reads = operations.filter(({ method, reads }) => method === 'get' || reads);
const writes = operations.filter((operation) => !reads.includes(operation) && !operation.path.startsWith('/api/auth'));

/** Whether somebody without a right may call an operation at all. */
function mayCall(name: string, right: ShowingRight | undefined): boolean {
  const operation = operations.find((each) => each.name === name);
  const needed = operation && rightsOf(operation);
  return !needed || !right || needed.some((each) => rightsWithout(right).includes(each));
}

/** Where more is to be read than the examples have, as SQL that finds the paths. */
const MORE: Record<string, string> = {
  'GET /api/advances/{orderId}': `select distinct '/api/advances/' || order_id as path from advance_claims`,
  'GET /api/orders/{id}': `select '/api/orders/' || order_id as path from whatsapp_answers`,
  'GET /api/orders/{id}/timeline': `select '/api/orders/' || order_id || '/timeline' as path from order_events group by order_id order by count(*) desc limit 3`,
  'GET /api/receipts/scan': `select '/api/receipts/scan?code=' || order_number as path from orders o where exists (select from receipts r where r.order_id = o.id) limit 2`,
  'GET /api/shipments/{id}/papers': `select '/api/shipments/' || shipment_id || '/papers' as path from shipment_labels union select '/api/shipments/' || shipment_id || '/papers' from asked_sums`,
  'GET /api/under-way/{id}': `select '/api/under-way/' || booking_id as path from courier_claims union select '/api/under-way/' || booking_id from parcel_calls union select '/api/under-way/' || booking_id from parcel_advices`,
  'GET /api/discount-codes': `select '/api/discount-codes' as path`,
};

let number = 0;

async function ask(name: string, { path, body }: ExampleRequest, token: string): Promise<string> {
  const [method = ''] = name.split(' ');
  const { status, json } = await shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const said = JSON.stringify({ ...json, requestId: undefined }).replaceAll(/"lastSeenAt":"[^"]+"/g, '');
  if (status >= 500) throw new Error(`${name} ${path} answered ${status}: ${said}`);
  return said;
}

/** How the customer of the example requests, and what an order of theirs comes to, may stand in an answer. */
const EXAMPLE: Record<ShowingRight, RegExp> = {
  see_names: /Ayesha Khan/,
  see_contacts: /ayesha@example\.com|3[09]\d[ -]?1234567|House 12/,
  see_sums: /(?<![\d.])2,?050(?!\d)/,
};

/** Papers on a parcel say who it is for and what it costs, to whoever prints them; what is revealed is counted. */
const PAPERS = ['POST /api/shipments/labels', 'POST /api/shipments/load-sheet', 'POST /api/orders/{id}/contact'];

describe.each(SHOWING_RIGHTS)('without %s', (right) => {
  test('no change is answered with what it shows', async () => {
    const told: string[] = [];
    for (const { name } of writes) {
      if (PAPERS.includes(name)) continue;
      const request = await examples[name]?.(++number);
      const said = await ask(name, request ?? { path: '' }, members[right]);
      const found = EXAMPLE[right].exec(said);
      if (found) told.push(`${name}: ${said.slice(Math.max(0, found.index - 60), found.index + 30)}`);
    }
    expect(told).toEqual([]);
  });
});

describe('whatever is planted in the shop', () => {
  test('is seen by the owner, and changes nothing of what somebody without the right reads', async () => {
    for (const { name, method } of writes) if (method === 'delete') await examples[name]?.(++number);
    if (number < 100) for (const { name } of writes) await ask(name, (await examples[name]?.(++number)) ?? { path: '' }, shop.token);
    const requests: [name: string, request: ExampleRequest][] = [];
    for (const { name, query } of reads) {
      for (const { path } of await shop.rows(MORE[name] ?? `select '' as path where false`)) requests.push([name, { path }]);
      const request = (await examples[name]?.(++number)) ?? { path: '' };
      requests.push(...variantsOf(request, query).map((variant) => [name, variant] as [string, ExampleRequest]));
    }
    const readAll = async (token: string, right?: ShowingRight) => {
      const answers: string[] = [];
      for (const [name, request] of requests) answers.push(mayCall(name, right) ? await ask(name, request, token) : '');
      return answers;
    };
    await openForPlanting(shop);
    await plant(shop);
    const owners = await readAll(shop.token);
    const before = {} as Record<ShowingRight, string[]>;
    for (const right of SHOWING_RIGHTS) before[right] = await readAll(members[right], right);
    const told: string[] = [];
    for (const right of SHOWING_RIGHTS) {
      await plant(shop, right);
      const after = await readAll(members[right], right);
      for (const [place, [name, { path }]] of requests.entries()) {
        const difference = firstDifference(before[right][place] ?? '', after[place] ?? '');
        if (difference) told.push(`without ${right}, ${name} ${path}: ${difference}`);
      }
    }
    console.info(requests.length);
    expect({ told, unseen: unseenPlaces(owners.join('\n')) }).toEqual({ told: [], unseen: [] });
  }, 300_000);
});

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return `${one.slice(Math.max(0, at - 60), at + 25)} ≠ ${other.slice(at, at + 25)}`;
}

const VARIED = ['sortBy', 'kind', 'list', 'same', 'state'];

/** A read by each of the choices of its query, and by texts that were planted. */
function variantsOf(request: ExampleRequest, query: z.ZodType | undefined): ExampleRequest[] {
  if (!query) return [request];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: string[]; type?: string; format?: string }>;
  };
  const on = (name: string, value: string) => ({
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
  });
  const chosen = Object.entries(properties).flatMap(([name, { enum: choices }]) =>
    choices && VARIED.includes(name) ? choices.map((choice) => on(name, choice)) : [],
  );
  return [request, ...chosen];
}
