/** What the roles that every shop has learn of money, whatever they call: a packer no rupee but the shop's own prices, the desk nothing of what the shop pays. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Right } from '#domain/rights/rights.ts';
import { rightsOf } from '#server/http/operation.ts';
import { openForPlanting, plant } from '#tests/setup/every-operation/canaries.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import {
  everyRead,
  PAPERS,
  type Read,
  type StaffOperation,
  staffOperations,
} from '#tests/setup/every-operation/staff-operations.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const examples = exampleRequests(shop, shop.token);
await shop.call('POST', '/api/stock-history/adjust', {
  token: shop.token,
  body: { productId: RING.id, quantity: 5_000, transactionType: 'adjustment' },
});
const { reads, writes } = await staffOperations();

/** What the shop pays its suppliers, beside the sums of canaries.ts: rupees that nothing else comes to. */
const COSTS_FROM = 8_000_000;

async function plantCosts(): Promise<void> {
  for (const table of ['public.purchase_orders', 'public.purchase_order_items', 'public.courier_charges']) {
    const checks = await shop.rows(
      `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
    );
    for (const { name } of checks) await shop.rows(`alter table ${table} drop constraint ${name}`);
    await shop.rows(`alter table ${table} disable trigger user`);
  }
  await shop.rows(`update public.purchase_orders set total_amount = ${COSTS_FROM} + 1`);
  await shop.rows(`update public.purchase_order_items set quantity = 1, unit_cost = ${COSTS_FROM} + 2`);
  await shop.rows(`insert into shop.piece_costs (variant_id, unit_cost) select id, ${COSTS_FROM} + 5 from public.product_variants
                   on conflict (variant_id) do update set unit_cost = excluded.unit_cost`);
  await shop.rows(`insert into shop.line_costs (item_id, unit_cost) select id, ${COSTS_FROM} + 6 from public.order_items
                   on conflict (item_id) do update set unit_cost = excluded.unit_cost`);
}

interface Role {
  id: string;
  rights: Right[];
  token: string;
}

async function roleOf(id: string): Promise<Role> {
  const [{ rights }] = await shop.rows(`select rights from staff_roles where id = '${id}'`);
  return { id, rights, token: await signInAs(shop, id) };
}
const roles = { packer: await roleOf('packer'), desk: await roleOf('desk') };

const mayCall = ({ rights }: Role, operation: StaffOperation) =>
  rightsOf(operation)?.some((right) => rights.includes(right)) ?? true;

let number = 0;

async function ask({ name, request: { path, body } }: Read, token: string): Promise<unknown> {
  const [method = ''] = name.split(' ');
  const { status, json } = await shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  if (status >= 500) throw new Error(`${name} ${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

/** Where a number from some on, or a sum in words, stands in an answer. */
function sumsIn(answer: unknown, from: number, path = ''): string[] {
  if (typeof answer === 'number') return answer >= from ? [`${path}: ${answer}`] : [];
  if (typeof answer === 'string') {
    const said = answer.match(/\bRs\.?\s?[\d,]+(\.\d+)?/g) ?? [];
    return said.filter((sum) => Number(sum.replace(/[^\d.]|^Rs\./g, '')) >= from).map((sum) => `${path}: ${sum}`);
  }
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([field, value]) =>
    sumsIn(value, from, `${path}.${Array.isArray(answer) ? '*' : field}`),
  );
}

/** Each leak once, by its operation and field. */
const distinct = (leaks: string[]) => [...new Set(leaks)].toSorted();

/** What is bought has a cost by these names alone. */
const COST_FIELD = /"(unitCost|totalCost|costPrice|profit|margin)":[^n]/;

describe.each(Object.values(roles))('to a change that the $id role may make', (role) => {
  test('no answer says what the shop pays, and to a packer none what an order comes to', async () => {
    const told: string[] = [];
    const made = writes.filter((operation) => mayCall(role, operation) && !PAPERS.includes(operation.name));
    expect(made.length).toBeGreaterThan(20);
    for (const { name } of made) {
      const said = JSON.stringify(await ask({ name, request: (await examples[name]?.(++number)) ?? { path: '' } }, role.token));
      if (COST_FIELD.test(said)) told.push(`${name}: ${COST_FIELD.exec(said)?.[0]}`);
      // What the order of the examples comes to.
      const sum = /.{0,60}(?<![\w.])2,?050(?!\w)/.exec(said);
      if (role === roles.packer && sum) told.push(`${name}: ${sum[0]}`);
    }
    expect(told).toEqual([]);
  }, 300_000);
});

describe('of sums and costs that are planted in every row', () => {
  const told: Record<string, string[]> = {};
  const calls: Record<string, number> = {};

  beforeAll(async () => {
    for (const { name, method } of writes) if (method === 'delete') await examples[name]?.(++number);
    const asked = await everyRead(shop, reads, examples, () => ++number);
    await openForPlanting(shop, Object.keys(roles));
    await plantCosts();
    const readAs = async (who: string, token: string, may: (operation: StaffOperation) => boolean, from: number) => {
      const open = new Set(reads.filter(may).map(({ name }) => name));
      const mine = asked.filter(({ name }) => open.has(name));
      calls[who] = mine.length;
      const leaks: string[] = [];
      for (const read of mine) {
        const answer = await ask(read, token);
        const found = COST_FIELD.exec(JSON.stringify(answer));
        if (found) leaks.push(`${read.name} ${found[0]}`);
        leaks.push(...sumsIn(answer, from).map((leak) => `${read.name} ${leak.replace(/: .*/, '')}`));
      }
      told[who] = distinct(leaks);
    };
    await readAs('owner', shop.token, () => true, COSTS_FROM);
    // Before sums are planted, which come to as much where they are added up.
    await readAs('desk', roles.desk.token, (operation) => mayCall(roles.desk, operation), COSTS_FROM);
    await plant(shop);
    await shop.rows('update public.courier_charges set charge = 8000003, further_kg = 8000004');
    await readAs('packer', roles.packer.token, (operation) => mayCall(roles.packer, operation), 1_000_000);
  }, 300_000);

  test('owners read costs, so that they are there to be hidden', () => {
    expect(told.owner?.join('\n')).toMatch(/GET \/api\/purchase-orders .*totalAmount/);
    expect(told.owner?.join('\n')).toMatch(/GET \/api\/purchase-orders\/\{id\} .*unitCost/);
    expect(told.owner?.join('\n')).toMatch(/GET \/api\/analytics\/stock\/pieces .*unitCost/);
    expect(told.owner?.join('\n')).toMatch(/GET \/api\/analytics\/profit /);
  });

  test('a packer reads none, of any operation', () => {
    expect(told.packer).toEqual([]);
    expect(calls.packer).toBeGreaterThan(30);
  });

  test('the desk reads no cost, of any operation, nor what couriers took in all its time', async () => {
    expect(told.desk).toEqual([]);
    expect(calls.desk).toBeGreaterThan(30);
    const { json } = await shop.call('GET', '/api/shipments/stats', { token: roles.desk.token });
    expect(json.data.totalShippingCost).toBeNull();
  });
});
