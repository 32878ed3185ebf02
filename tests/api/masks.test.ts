import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { NEEDED_RIGHTS, OWNER_RIGHTS, RIGHT_NAMES, type Right } from '#domain/rights/rights.ts';
import { rightsOf } from '#server/http/operation.ts';
import {
  isPlanted,
  openForPlanting,
  plant,
  SHOWING_RIGHTS,
  type ShowingRight,
  TRACES,
  unseenPlaces,
} from '#tests/setup/every-operation/canaries.ts';
import { type ExampleRequest, exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { PROBES } from '#tests/setup/every-operation/more-reads.ts';
import { everyRead, PAPERS, type Read, staffOperations } from '#tests/setup/every-operation/staff-operations.ts';
import { type Column, isUnplanted, staleReasons } from '#tests/setup/every-operation/unplanted-columns.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

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

const roleWithout = (hidden: readonly ShowingRight[]) => `without_${hidden.join('_')}`;

/** The token of somebody with all other rights. */
async function memberWithout(hidden: readonly ShowingRight[]): Promise<string> {
  const role = roleWithout(hidden);
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

const { operations, reads, writes } = await staffOperations();

/** Whether somebody without a right may call an operation at all. */
function mayCall(name: string, right: ShowingRight | undefined): boolean {
  const operation = operations.find((each) => each.name === name);
  const needed = operation && rightsOf(operation);
  return !needed || !right || needed.some((each) => rightsWithout([right]).includes(each));
}

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
  see_sums: /(?<![\w.])2,?050(?!\w)/,
  refund: /Payee Example|03021112223/,
};

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
  }, 300_000);
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

async function answersTo(asked: Read[], token: string): Promise<string[]> {
  // What somebody was refused before, or took out as a file, is no answer.
  await shop.rows(`delete from audit_log where is_refused or kind = 'export'`);
  const answers: string[] = [];
  for (const { name, request } of asked) answers.push(await ask(name, request, token));
  return answers;
}

describe('whatever is planted in the shop', () => {
  const told: Record<string, string[]> = {};
  let owners: string[] = [];
  let asked: Read[] = [];

  beforeAll(async () => {
    // They are deleted by nobody.
    for (const { name, method } of writes) if (method === 'delete') await examples[name]?.(++number);
    await shop.rows(`insert into whatsapp_answers (id, order_id, body, sent_at)
      select 'written', id, 'Salam', now() from orders where archived_at is null order by created_at desc limit 1`);
    await shop.rows(`insert into whatsapp_questions (order_id, phone, order_version, error)
      select order_id, '92300', '', 'Failed' from whatsapp_answers`);
    const label = 'POST /api/shipments/labels';
    await ask(label, (await examples[label]?.(++number)) ?? { path: '' }, shop.token);
    asked = await everyRead(shop, reads, examples, () => ++number);
    await openForPlanting(
      shop,
      SHOWING_RIGHTS.map((right) => roleWithout([right])),
    );
    await plant(shop);
    owners = await answersTo(asked, shop.token);
    const before = new Map<ShowingRight, string[]>();
    const concerned = (right: ShowingRight) =>
      asked.filter(
        ({ name }, place) => mayCall(name, right) && (TRACES[right].test(owners[place] ?? '') || isProbe(asked[place])),
      );
    for (const right of SHOWING_RIGHTS) before.set(right, await answersTo(concerned(right), members[right]));
    for (const right of SHOWING_RIGHTS) {
      await plant(shop, right);
      const after = await answersTo(concerned(right), members[right]);
      told[right] = concerned(right).flatMap(({ name, request: { path } }, place) => {
        const difference = firstDifference(before.get(right)?.[place] ?? '', after[place] ?? '');
        return difference ? [`${name} ${path}: ${difference}`] : [];
      });
    }
  }, 300_000);

  test('is seen by the owner', () => {
    expect(unseenPlaces(owners.join('\n'))).toEqual([]);
  });

  test.each(PROBES)('is found by the owner, by %s', (probe) => {
    const answers = owners.filter((_, place) => Object(asked[place]?.request.body).q === probe);
    expect(answers).toEqual([expect.stringContaining('"orderNumber"')]);
  });

  test.each(SHOWING_RIGHTS)('changes nothing of what somebody without %s reads', (right) => {
    expect(told[right]).toEqual([]);
  });
});

/** Whether a read asks for what is planted, by its words or its order. */
function isProbe(read: Read | undefined): boolean {
  return /sortBy=|search=|Email=/.test(read?.request.path ?? '') || read?.name === 'POST /api/search';
}

function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return `${one.slice(Math.max(0, at - 60), at + 25)} ≠ ${other.slice(at, at + 25)}`;
}
