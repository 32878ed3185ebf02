import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '#tests/setup/real-postgres.ts';

interface Found {
  items: { id: string }[];
  total: number;
}

/** More than one reading of `order_page` takes along. */
const ORDERS = 2400;

let database: RealPostgres;
let shop: Sql;

beforeAll(async () => {
  database = await startRealPostgres();
  shop = await database.connect(1);
  await fillTheShop();
}, 60_000);

afterAll(() => database.stop());

describe('a page of orders is what reading all of them finds', () => {
  const sortings = { createdAt: 'created_at', totalAmount: 'total_amount', status: 'status', customerName: 'customer_name' };
  const filters: [string, Record<string, string>][] = [
    ['true', {}],
    [`status = 'pending'`, { status: 'pending' }],
    [`customer_email like '%an%'`, { email: '%an%' }],
    [`customer_email like '%zx%'`, { email: '%zx%' }],
    [`customer_email like '%ayesha.7@%'`, { email: '%ayesha.7@%' }],
    [`customer_email like '%exampl%' and status = 'delivered'`, { email: '%exampl%', status: 'delivered' }],
    [`created_at >= '2026-02-01 00:00+05' and created_at < '2026-02-03 00:00+05'`, { since: '2026-02-01', till: '2026-02-03' }],
    [`customer_email like '%e%' and created_at < '2026-02-03 00:00+05'`, { email: '%e%', till: '2026-02-03' }],
  ];
  const pages = [
    [0, 20],
    [7, 5],
    [990, 20],
    [1200, 20],
    [2390, 20],
    [5000, 20],
  ];

  test.each(filters)('where %s', async (where, { status = null, email = null, since, till }) => {
    const rows = await shop<{ id: string }[]>`select * from public.orders where archived_at is null and ${shop.unsafe(where)}`;
    for (const [sortBy, column] of Object.entries(sortings)) {
      for (const direction of ['asc', 'desc']) {
        const sorted = await shop<{ id: string }[]>`
          select id from public.orders where archived_at is null and ${shop.unsafe(`${where} order by ${column} ${direction}, id`)}`;
        for (const [first = 0, most = 0] of pages) {
          const [row] = await shop<{ found: Found }[]>`
            select public.order_page(${status}, ${email}, ${moment(since)}, ${moment(till)}, ${sortBy}, ${direction === 'asc'}, ${first}, ${most}) as found`;
          expect(row?.found.total).toBe(rows.length);
          expect(row?.found.items.map(({ id }) => id)).toEqual(sorted.slice(first, first + most).map(({ id }) => id));
        }
      }
    }
  });
});

describe('a page of the ledger is what reading all of it finds', () => {
  test.each([
    ['true', {}],
    [`transaction_type = 'return'`, { kind: 'return' }],
    [`created_at >= '2026-02-02 00:00+05'`, { since: '2026-02-02' }],
    [
      `transaction_type = 'damage' and created_at >= '2026-02-02 00:00+05' and created_at < '2026-02-09 00:00+05'`,
      { kind: 'damage', since: '2026-02-02', till: '2026-02-09' },
    ],
    [`product_id = '${'a'.padStart(24, '0')}'`, { product: 'a'.padStart(24, '0') }],
    [
      `product_id = '${'a'.padStart(24, '0')}' and transaction_type = 'return'`,
      { product: 'a'.padStart(24, '0'), kind: 'return' },
    ],
  ] as [string, Record<string, string>][])('where %s', async (where, { product = null, kind = null, since, till }) => {
    const sorted = await shop<{ id: string }[]>`
      select id from public.stock_history where ${shop.unsafe(where)} order by created_at desc, sequence desc`;
    for (const [first, most] of [
      [0, 20],
      [30, 7],
      [9000, 20],
    ] as const) {
      const [row] = await shop<{ found: Found }[]>`
        select public.stock_page(${product}, ${kind}, ${moment(since)}, ${moment(till)}, ${first}, ${most}) as found`;
      expect(row?.found.total).toBe(sorted.length);
      expect(row?.found.items.map(({ id }) => id)).toEqual(sorted.slice(first, first + most).map(({ id }) => id));
    }
  });
});

function moment(day: string | undefined): string | null {
  return day ? `${day} 00:00+05` : null;
}

/** Orders of two months, some cancelled, some archived, and a ledger with rows right at the ends of days in Karachi. */
async function fillTheShop(): Promise<void> {
  await database.owner.unsafe(`
    insert into public.categories (name, slug) values ('Rings', 'rings');
    insert into public.products (id, name, category, price, images)
    select lpad(to_hex(n), 24, '0'), 'Ring ' || n, 'rings', 100, '{/ring.webp}' from generate_series(1, 12) n;
    insert into public.orders (id, order_number, customer_name, customer_email, customer_phone, customer_address, subtotal, shipping, total_amount, status, created_at, archived_at)
    select lpad(to_hex(n), 24, '0'), 'T-' || n, 'Customer ' || n % 13, (array['ayesha', 'hina', 'bilal'])[1 + n % 3] || '.' || n % 40 || '@example.com', '+923001234567', 'House 1',
           n % 17, 0, n % 17, (array['pending', 'delivered', 'delivered', 'cancelled'])[1 + n % 4]::shop.order_status,
           timestamptz '2026-01-15 23:59:59.999+05' + interval '13 minutes' * (n / 2) + interval '1 millisecond' * (n % 2), case when n % 50 = 0 then now() end
      from generate_series(1, ${ORDERS}) n;
    set session_replication_role = replica;
    insert into public.stock_history (product_id, transaction_type, quantity, previous_stock, new_stock, created_at)
    select lpad(to_hex(1 + n % 12), 24, '0'), (array['purchase', 'return', 'damage'])[1 + n % 3]::shop.stock_change_kind, 1, 0, 1,
           timestamptz '2026-01-31 23:59:59.999+05' + interval '24 hours' * (n % 15) + interval '1 millisecond' * (n % 2)
      from generate_series(1, 600) n;
    reset session_replication_role;
    select shop.tally_anew()`);
}
