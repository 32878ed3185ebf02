import type { Sql, TransactionSql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACTIVITY_KINDS } from '#domain/audit-log/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague, recordAttempt } from './calls/confirmation-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const { owner } = database;
const shop = await database.connect(1);
const sana = await addColleague(owner, 'sana');
const imran = await addColleague(owner, 'imran');
await owner`update public.staff set role = case when id = ${sana} then 'owner' else 'desk' end`;
const ring = await addProduct(shop, { name: 'Halo Ring', stock: 100 });

interface Entry {
  actor_name: string;
  role: string;
  kind: string;
  record_id: string | null;
  subject: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  is_refused: boolean;
}

/** What was noted while something was done. */
async function noted(work: () => PromiseLike<unknown>): Promise<Entry[]> {
  const [start] = await owner<{ now: string }[]>`select clock_timestamp()::text as now`;
  await work();
  return owner<Entry[]>`
    select a.actor_name, a.role, a.kind, a.record_id, a.subject, a.is_refused, coalesce(e.before, a.before) as before, coalesce(e.after, a.after) as after
      from public.audit_log a left join public.order_events e on e.id = a.event_id
     where a.created_at > ${start?.now ?? ''}::timestamptz order by a.created_at, a.id`;
}

/** Does something as a member of the staff. */
const as = (actor: string, work: (sql: TransactionSql) => PromiseLike<unknown>) =>
  owner.begin(async (sql) => {
    await sql`select shop.act_as(${actor})`;
    await work(sql);
  });

describe('the log', () => {
  test('is written by triggers alone: not even the server adds, changes, deletes or empties it, and nor does the owner of the database', async () => {
    await noted(() => as(sana, (sql) => sql`update public.limits set order_units = 41`));
    for (const statement of [
      `insert into public.audit_log (actor_name, kind, subject) values ('nobody', 'other', 'forged')`,
      `update public.audit_log set actor_name = 'nobody' where true`,
      'delete from public.audit_log where true',
      'truncate public.audit_log',
    ]) {
      await expect(shop.unsafe(statement), statement).rejects.toThrow('permission denied');
      if (!statement.startsWith('insert')) await expect(owner.unsafe(statement), statement).rejects.toThrow('append-only');
    }
  });

  test('is kept for two years, and no longer', async () => {
    await owner`insert into public.audit_log (created_at, actor_name, kind, subject)
                values (now() - interval '2 years 1 hour', 'old', 'other', 'gone'), (now() - interval '2 years' + interval '1 hour', 'old', 'other', 'kept')`;
    await shop`select public.purge_expired()`;
    expect(await owner`select subject from public.audit_log where actor_name = 'old'`).toEqual([{ subject: 'kept' }]);
  });

  test('says nothing of what shoppers and the clock do', async () => {
    expect(
      await noted(async () => {
        const order = await placeOrder(shop, orderFor([{ product: ring }]));
        await setStatus(shop, order, 'cancelled');
      }),
    ).toEqual([]);
  });

  test('names the role that was held then', async () => {
    const entries = await noted(async () => {
      await as(imran, (sql) => sql`update public.products set material = 'Brass' where id = ${ring.id}`).catch(() => {});
      await as(imran, (sql) => sql`update public.ready_texts set text = text where true`);
      await as(
        imran,
        (sql) => sql`insert into public.ready_texts (key, language, text) values ('confirm', 'en', 'Salam, is it right?')`,
      );
      await owner`update public.staff set role = 'catalogue' where id = ${imran}`;
      await as(imran, (sql) => sql`update public.products set material = 'Silver' where id = ${ring.id}`);
    });
    expect(entries.filter(({ actor_name }) => actor_name === 'imran').map(({ role, subject }) => [role, subject])).toEqual([
      ['Desk', 'ready text confirm'],
      ['Catalogue', 'Halo Ring'],
    ]);
    await owner`update public.staff set role = 'desk' where id = ${imran}`;
  });
});

describe('every kind of act', () => {
  /** By kind: what is done, and what is noted of it. */
  const seen = new Map<string, Entry[]>();

  beforeAll(async () => {
    const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 3 }], { customerPhone: '+923215550009' }));
    const other = await placeOrder(
      shop,
      orderFor([{ product: ring }], { customerPhone: '+923215550010', customerAddress: 'House 7' }),
    );
    const entries = await noted(async () => {
      await as(sana, (sql) => recordAttempt(sql as unknown as Sql, order, 'confirmed', sana));
      await as(sana, async (sql) => {
        await sql`update public.products set price = price + 200, material = 'Gold' where id = ${ring.id}`;
        await sql`select public.adjust_stock(${ring.id}, 'purchase', 2, 'Found', ${sana})`;
        await sql`update public.customers set notes = 'Likes gold' where id = (select customer_id from public.orders where id = ${order.id})`;
        await sql`insert into public.shipments (order_id) values (${order.id})`;
        await sql`update public.orders set notes = 'Gift' where id = ${other.id}`;
        await sql`insert into public.discount_codes (code, kind, value) values ('TEN', 'percent', 10)`;
        await sql`insert into public.purchase_orders (supplier_id, supplier_name)
                  values (shop.supplier_named('Karachi Beads', '', '', ''), 'Karachi Beads')`;
        await sql`update public.staff_policy set second_factor_required = false`;
        await sql`insert into public.staff_roles (name, rights) values ('Counter', '{see_orders}')`;
        await sql`insert into public.bank_accounts (title, bank_name, iban, position, counts_from)
                  values ('Naqsh', 'Meezan', 'PK36SCBL0000001123456702', 1, now())`;
      });
    });
    for (const entry of entries) seen.set(entry.kind, [...(seen.get(entry.kind) ?? []), entry]);
  });

  test('is noted with its record and what differs', () => {
    expect(seen.get('price')).toMatchObject([
      {
        actor_name: 'sana',
        role: 'Owner',
        record_id: ring.id,
        subject: 'Halo Ring',
        before: { price: ring.price },
        after: { price: ring.price + 200 },
      },
    ]);
    expect(seen.get('product')).toMatchObject([{ subject: 'Halo Ring', after: { material: 'Gold' } }]);
    expect(Object.keys(seen.get('product')?.[0]?.after ?? {})).toEqual(['material']);
    expect(seen.get('stock')?.[0]).toMatchObject({ record_id: ring.id, after: { notes: 'Found', transaction_type: 'purchase' } });
    expect(seen.get('customer')).toMatchObject([{ subject: 'customer Ayesha Khan', after: { notes: 'Likes gold' } }]);
    expect(seen.get('parcel')?.[0]?.subject).toMatch(/^parcel SHP-\d+ of order ORD-\d+$/);
    expect(seen.get('order')?.map(({ after }) => after)).toContainEqual({ notes: 'Gift' });
    expect(seen.get('order')?.map(({ after }) => after)).toContainEqual({ confirmation: 'confirmed' });
    expect(seen.get('discount_code')?.[0]?.subject).toBe('discount code TEN');
    expect(
      seen
        .get('purchase')
        ?.map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([expect.stringMatching(/^purchase order PO-\d+$/), 'supplier Karachi Beads']);
    expect(seen.get('role')?.[0]?.subject).toBe('role Counter');
    expect(seen.get('bank_account')?.[0]?.subject).toBe('bank account Naqsh');
  });

  test('has a word that the contract knows', async () => {
    const [row] = await owner<{ kinds: string[] }[]>`select enum_range(null::shop.activity_kind)::text[] as kinds`;
    expect(row?.kinds).toEqual([...ACTIVITY_KINDS]);
  });
});

test('no column that holds a secret is ever noted, whatever its table', async () => {
  const columns = await owner<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns where table_schema in ('public', 'shop')
       and column_name ~ '(password|secret|token|hash|fingerprint|idempotency|(^|_)key$)'`;
  expect(columns.length).toBeGreaterThan(8);
  const row = Object.fromEntries(columns.map(({ name }) => [name, `CANARY ${name}`]));
  const [kept] = await owner<{ row: object }[]>`select shop.without_secrets(${owner.json({ ...row, name: 'kept' })}) as row`;
  expect(kept?.row).toEqual({ name: 'kept' });
});

describe('what is refused for want of a right', () => {
  const refuse = (operation: string) =>
    owner.begin(async (sql) => {
      const headers = { 'x-shop-actor': imran, 'x-shop-operation': operation };
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      await sql`select public.note_refusal('payment', null, 'Refunds an order')`;
    });

  test('is noted once an hour for each operation, and at most a hundred times a day', async () => {
    expect(
      await noted(async () => Promise.all([await refuse('POST /a'), await refuse('POST /a'), await refuse('POST /b')])),
    ).toMatchObject([
      { actor_name: 'imran', role: 'Desk', kind: 'payment', is_refused: true, subject: 'Refunds an order' },
      { is_refused: true },
    ]);
    for (let n = 0; n < 110; n++) await refuse(`POST /${n}`);
    const [row] = await owner<{ count: number }[]>`select count(*)::int as count from public.audit_log where is_refused`;
    expect(row?.count).toBe(100);
  });
});

describe('figures of the staff', () => {
  interface Figures {
    username: string;
    confirmed: number;
    delivered: number;
    returned: number;
    parcels: number;
    pieces: number;
  }
  const figures = async (viewer: string, person: string | null) => {
    const [row] = await shop<{ figures: Figures[] }[]>`select public.staff_figures(${viewer}, ${person}, null, null) as figures`;
    return row?.figures ?? [];
  };

  test('say what came of the orders that somebody confirmed, and what they packed', async () => {
    const nida = await addColleague(owner, 'nida');
    const bangle = await addProduct(shop, { name: 'Bangle', stock: 100 });
    const orders = [];
    for (let n = 0; n < 3; n++) {
      const payload = orderFor([{ product: bangle, quantity: 2 }], {
        customerPhone: `+92333555000${n}`,
        customerAddress: `House ${n}`,
      });
      const order = await placeOrder(shop, payload);
      await recordAttempt(shop, order, 'confirmed', nida);
      orders.push(order);
    }
    const [delivered, returned] = orders;
    if (!delivered || !returned) throw new Error('no orders');
    for (const [order, end] of [
      [delivered, 'delivered'],
      [returned, 'returned'],
    ] as const) {
      const parcel = await createShipment(shop, order);
      // The helper names nobody.
      await owner.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`update public.order_events set actor = ${nida} where order_id = ${order.id} and kind = 'parcel'`;
      });
      await setShipmentStatus(shop, parcel, 'shipped');
      await setShipmentStatus(shop, parcel, end);
    }
    const own = { username: 'nida', confirmed: 3, delivered: 1, returned: 1, parcels: 2, pieces: 4 };
    expect(await figures(nida, nida)).toMatchObject([own]);
    expect((await figures(sana, null)).find(({ username }) => username === 'nida')).toMatchObject(own);
    expect(await refusalOf(figures(nida, null))).toMatchObject({ code: 'owner_only' });
    expect(await refusalOf(figures(nida, sana))).toMatchObject({ code: 'owner_only' });
  });
});
