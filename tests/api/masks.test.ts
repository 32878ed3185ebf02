import { readdir } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { NEEDED_RIGHTS, OWNER_RIGHTS, RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';
import { ROOT } from '#local/settings.ts';
import { type DeclaredOperation, rightsOf } from '#server/http/operation.ts';
import { isPlanted, openForPlanting, plant, SHOWING_RIGHTS, type ShowingRight, unseenPlaces } from '#tests/setup/canaries.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/example-requests.ts';
import { RING } from '#tests/setup/products.ts';
import { signInAs } from '#tests/setup/staff.ts';
import { staffedShop } from '#tests/setup/test-shop.ts';
import { type Column, isUnplanted, staleReasons } from '#tests/setup/unplanted-columns.ts';

const lines: string[] = [];
for (const way of ['log', 'error'] as const)
  vi.spyOn(console, way).mockImplementation((...said) => void lines.push(said.join(' ')));

const shop = await staffedShop();
process.env.SHOP_LOG = 'all';
const examples = exampleRequests(shop, shop.token);
await shop.call('POST', '/api/stock-history/adjust', {
  token: shop.token,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});

/** Above the numbers of the examples. */
const PHONES = 1_000_000;

/** Every right that a role of the shop's own can have, but these and those that need one of them. */
function rightsWithout(hidden: readonly ShowingRight[]): Right[] {
  const isHidden = (right: Right | undefined) => hidden.some((each) => each === right);
  return RIGHT_NAMES.filter((each) => !isHidden(each) && !isHidden(NEEDED_RIGHTS[each]) && !OWNER_RIGHTS.includes(each));
}

/** The token of somebody with all other rights. */
async function memberWithout(hidden: readonly ShowingRight[]): Promise<string> {
  const role = `without_${hidden.join('_')}`;
  const { json } = await shop.staff('POST', '/api/staff/roles', {
    name: role.slice(0, 40),
    rights: rightsWithout(hidden),
    revealsADay: 1000,
  });
  expect(json.success, JSON.stringify(json)).toBe(true);
  await shop.rows(`update staff_roles set id = '${role}' where id = '${json.data.id}'`);
  return signInAs(shop, role);
}
const members = {} as Record<ShowingRight, string>;
for (const right of SHOWING_RIGHTS) members[right] = await memberWithout([right]);
// Each hears of new orders on a phone.
for (const token of [shop.token, ...Object.values(members)]) {
  const { path = '', body } = (await examples['POST /api/push/devices']?.(PHONES + Object.values(members).indexOf(token))) ?? {};
  await shop.call('POST', path, { token, body });
}

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
  return !needed || !right || needed.some((each) => rightsWithout([right]).includes(each));
}

/** Where more is to be read than the examples have, as SQL that finds the paths. */
const MORE: Record<string, string> = {
  'GET /api/advances/{orderId}': `select distinct '/api/advances/' || order_id as path from advance_claims`,
  'GET /api/orders/{id}': `select '/api/orders/' || order_id as path from whatsapp_answers union select * from (select '/api/orders/' || c.order_id from order_confirmations c join orders o on o.id = c.order_id where c.overridden_at is not null and o.archived_at is null limit 1) c`,
  'GET /api/orders/{id}/timeline': `select '/api/orders/' || order_id || '/timeline' as path from order_events group by order_id order by count(*) desc limit 3`,
  'GET /api/receipts/scan': `select '/api/receipts/scan?code=' || order_number as path from orders o where archived_at is null and exists (select from receipts r where r.order_id = o.id and not r.never_left) limit 2`,
  'GET /api/shipments/{id}/papers': `select '/api/shipments/' || shipment_id || '/papers' as path from shipment_labels union select '/api/shipments/' || shipment_id || '/papers' from asked_sums`,
  'GET /api/under-way/{id}': `select '/api/under-way/' || booking_id as path from courier_claims union select '/api/under-way/' || booking_id from parcel_calls union select '/api/under-way/' || booking_id from parcel_advices`,
  'GET /api/discount-codes': `select '/api/discount-codes' as path`,
};

/** Changes from one answer to the next; how many orders wait for a refund is no sum. */
const UNSTEADY = /"lastSeenAt":"[^"]+"|\{"work":"to_refund","orders":\d+\}/g;

let number = 0;

async function ask(name: string, { path, body }: ExampleRequest, token: string): Promise<string> {
  const [method = ''] = name.split(' ');
  const { status, json } = await shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const said = JSON.stringify({ ...json, requestId: undefined }).replaceAll(UNSTEADY, '');
  if (status >= 500) throw new Error(`${name} ${path} answered ${status}: ${said}`);
  return said;
}

/** How the customer of the example requests, and what an order of theirs comes to, may stand in an answer. */
const EXAMPLE: Record<ShowingRight, RegExp> = {
  see_names: /Ayesha Khan/,
  see_contacts: /ayesha@example\.com|\+923001234567|\+92399\d|House 12/,
  see_sums: /(?<![\d.])2,?050(?!\d)/,
};

/** Papers on a parcel say who it is for and what it costs, to whoever prints them; what is revealed is counted. */
const PAPERS = ['POST /api/shipments/labels', 'POST /api/shipments/load-sheet', 'POST /api/orders/{id}/contact'];

/** Two changes of each kind are enough: without sums money cannot be moved at all. */
const WRITERS: [hidden: string, rights: ShowingRight[], token: string][] = [
  ['names and contacts', ['see_names', 'see_contacts'], await memberWithout(['see_names', 'see_contacts'])],
  ['sums', ['see_sums'], members.see_sums],
];

describe.each(WRITERS)('whoever sees no %s', (_, hidden, token) => {
  test('is told none in the answer to a change', async () => {
    const told: string[] = [];
    for (const { name } of writes) {
      if (PAPERS.includes(name)) continue;
      const said = await ask(name, (await examples[name]?.(++number)) ?? { path: '' }, token);
      for (const right of hidden) {
        const found = EXAMPLE[right].exec(said);
        if (found) told.push(`${name}: ${said.slice(Math.max(0, found.index - 60), found.index + 30)}`);
      }
    }
    expect(told).toEqual([]);
  });
});

test('every column of text or sums is planted, or says why it is not', async () => {
  const columns: Column[] =
    await shop.rows(`select c.table_schema || '.' || c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'shop') and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'numeric', 'jsonb', 'json', 'ARRAY')`);
  const forgotten = columns.filter((each) => !isPlanted(each.table, each.column) && !isUnplanted(each));
  expect(forgotten.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  expect(staleReasons(columns)).toEqual([]);
});

test('no line of the log says anything of a customer', async () => {
  await shop.idle();
  expect(lines.length).toBeGreaterThan(500);
  const told = lines.filter((line) => SHOWING_RIGHTS.some((right) => right !== 'see_sums' && EXAMPLE[right].test(line)));
  expect(told).toEqual([]);
});

test('notifications say no sum to whoever sees none, and nobody’s name or contact', async () => {
  const pushes = await shop.rows(
    `select s.role, o.kind, o.payload from push_outbox o join push_devices d on d.id = o.device_id join staff s on s.id = d.staff_id`,
  );
  const textsFor = (role: string) =>
    JSON.stringify(
      pushes
        .filter((push: { role: string }) => push.role === role)
        .map(({ kind, payload }) => PUSH_TEXTS[kind as keyof typeof PUSH_TEXTS](payload)),
    );
  expect(textsFor('owner')).toMatch(EXAMPLE.see_sums);
  for (const right of SHOWING_RIGHTS) {
    const said = textsFor(`without_${right}`);
    expect(said).toContain('New order');
    expect(said).not.toMatch(EXAMPLE.see_names);
    expect(said).not.toMatch(EXAMPLE.see_contacts);
    if (right === 'see_sums') expect(said).not.toMatch(EXAMPLE.see_sums);
  }
});

test('no mail says anything of a customer to a colleague', async () => {
  const mails = await shop.rows(`select payload::text as said from mail_outbox where recipient in (select email from staff)`);
  expect(mails.filter(({ said }: { said: string }) => SHOWING_RIGHTS.some((right) => EXAMPLE[right].test(said)))).toEqual([]);
});

describe('whatever is planted in the shop', () => {
  test('is seen by the owner, and changes nothing of what somebody without the right reads', async () => {
    for (const { name, method } of writes) if (method === 'delete') await examples[name]?.(++number);
    if (number < 100)
      for (const { name } of writes) await ask(name, (await examples[name]?.(++number)) ?? { path: '' }, shop.token);
    await shop.rows(
      `insert into whatsapp_answers (id, order_id, body, sent_at) select 'written', id, 'Salam', now() from orders where archived_at is null limit 1`,
    );
    await shop.rows(
      `insert into whatsapp_questions (order_id, phone, order_version, error) select order_id, '92300', '', 'Failed' from whatsapp_answers`,
    );
    const requests: [name: string, request: ExampleRequest][] = [];
    for (const { name, query } of reads) {
      for (const { path } of await shop.rows(MORE[name] ?? `select '' as path where false`)) requests.push([name, { path }]);
      const request = (await examples[name]?.(++number)) ?? { path: '' };
      if (name === 'POST /api/search') for (const q of PROBES) requests.push([name, { ...request, body: { q } }]);
      requests.push(...variantsOf(request, query).map((variant) => [name, variant] as [string, ExampleRequest]));
    }
    const readAll = async (token: string, right?: ShowingRight) => {
      const answers: string[] = [];
      // What they were refused before is no answer.
      await shop.rows('delete from audit_log where is_refused');
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
    const found = requests.filter(
      ([name, { body }], place) =>
        name === 'POST /api/search' && Object(body).q === 'Zqan10' && /"orderNumber"/.test(owners[place] ?? ''),
    );
    expect(
      found,
      owners.find((_, place) => Object(requests[place]?.[1].body).q === 'Zqan10'),
    ).toHaveLength(1);
    expect({ told, unseen: unseenPlaces(owners.join('\n')) }).toEqual({ told: [], unseen: [] });
  }, 300_000);
});

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return `${one.slice(Math.max(0, at - 60), at + 25)} ≠ ${other.slice(at, at + 25)}`;
}

const SEARCHED = ['search', 'customerEmail'];

/** Parts of what is planted in orders and customers. */
const PROBES = ['Zqan10', 'zqae11', '0345 7000128'];

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
    choices && choices.length < 10 && VARIED.includes(name) ? choices.map((choice) => on(name, choice)) : [],
  );
  const searched = Object.keys(properties).filter((name) => SEARCHED.includes(name));
  return [request, ...chosen, ...searched.flatMap((name) => PROBES.map((text) => on(name, text)))];
}
