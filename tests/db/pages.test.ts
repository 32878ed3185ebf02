import { describe, expect, test } from 'vitest';
import type { OrderQuery } from '#domain/orders/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

interface Found {
  items: { id: string }[];
  total: number;
}

/** More than one reading of `list_orders` takes along. */
const ORDERS = 2400;

const database = await testPostgres();
const shop = await database.connect(1);
await fillTheShop();

describe('a page of orders equals that page of the full list', () => {
  const sortings: Record<OrderQuery['sortBy'], string> = {
    createdAt: 'created_at',
    orderNumber: '(char_length(order_number), order_number)',
    totalAmount: 'total_amount',
    status: 'status',
    customerName: 'customer_name',
  };
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
            select public.list_orders(${status}, ${email}, ${moment(since)}, ${moment(till)}, ${sortBy}, ${direction === 'asc'}, ${first}, ${most}) as found`;
          expect(row?.found.total).toBe(rows.length);
          expect(row?.found.items.map(({ id }) => id)).toEqual(sorted.slice(first, first + most).map(({ id }) => id));
        }
      }
    }
  });
});

describe('a page of the stock history equals that page of the full stock history', () => {
  const sortings = [
    ['createdAt', true, 'created_at, sequence'],
    ['createdAt', false, 'created_at desc, sequence desc'],
    ['transactionType', true, 'transaction_type, created_at desc, sequence desc'],
    ['transactionType', false, 'transaction_type desc, created_at desc, sequence desc'],
    ['quantity', true, 'quantity, created_at, sequence'],
    ['quantity', false, 'quantity desc, created_at desc, sequence desc'],
  ] as const;

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
    for (const [sortBy, ascending, order] of sortings) {
      const sorted = await shop<{ id: string }[]>`
        select id from public.stock_history where ${shop.unsafe(`${where} order by ${order}`)}`;
      await expectPages(sorted, [0, 30, 190, 9000], async (first, most) => {
        const [row] = await shop<{ found: Found }[]>`
          select public.list_stock_history(${product}, ${kind}, ${moment(since)}, ${moment(till)}, ${first}, ${most}, ${sortBy}, ${ascending}) as found`;
        return row?.found;
      });
    }
  });
});

describe('a page of shipments equals that page of the full list without those of deleted orders', () => {
  const sortings = {
    createdAt: ['created_at'],
    orderNumber: ['substr(order_number, 3)::integer'],
    carrier: ['carrier'],
    status: ['status'],
    shippedDate: ['shipped_date is not null', 'shipped_date'],
  };

  test.each([
    ['true', {}],
    [`status = 'failed'`, { status: 'failed' }],
    [`order_number ilike '%t-12%'`, { number: '%t-12%' }],
    [`tracking_number ilike '%k1%'`, { tracking: '%k1%' }],
    [`tracking_number ilike '%nowhere%'`, { tracking: '%nowhere%' }],
    [`created_at >= '2026-01-20 00:00+05' and created_at < '2026-02-03 00:00+05'`, { since: '2026-01-20', till: '2026-02-03' }],
  ] as [string, Record<string, string>][])(
    'where %s',
    async (where, { status = null, number = null, tracking = null, since, till }) => {
      for (const [sortBy, columns] of Object.entries(sortings)) {
        for (const direction of ['asc', 'desc']) {
          const order = [...columns, 'id'].map((column) => `${column} ${direction}`).join(', ');
          const sorted = await shop<{ id: string }[]>`
            select id from public.shipments
             where archived_at is null and order_id in (select o.id from public.orders o where o.archived_at is null)
               and ${shop.unsafe(`${where} order by ${order}`)}`;
          await expectPages(sorted, [0, 990, 2310, 9000], async (first, most) => {
            const [row] = await shop<{ found: Found }[]>`
              select public.list_shipments(${status}, ${number}, ${tracking}, ${moment(since)}, ${moment(till)}, ${first}, ${most}, ${sortBy}, ${direction === 'asc'}) as found`;
            return row?.found;
          });
        }
      }
    },
  );
});

/** Pages of 20 that begin at these places hold the rows which are there, and count all. */
async function expectPages(
  sorted: { id: string }[],
  places: number[],
  page: (first: number, most: number) => Promise<Found | undefined>,
): Promise<void> {
  for (const first of places) {
    const found = await page(first, 20);
    expect(found?.total).toBe(sorted.length);
    expect(found?.items.map(({ id }) => id)).toEqual(sorted.slice(first, first + 20).map(({ id }) => id));
  }
}

function moment(day: string | undefined): string | null {
  return day ? `${day} 00:00+05` : null;
}

/** Orders of two months, some cancelled, some archived, a parcel of each, and a stock history with rows right at the ends of days in Karachi; much is equal. */
async function fillTheShop(): Promise<void> {
  await database.owner.unsafe(`
    insert into public.categories (name, slug) values ('Rings', 'rings');
    insert into public.products (id, name, category, price, images)
    select lpad(to_hex(n), 24, '0'), 'Ring ' || n, 'rings', 100, '{/ring.webp}' from generate_series(1, 12) n;
    insert into public.orders (id, order_number, customer_name, customer_email, customer_phone, customer_address, subtotal, shipping, total_amount, status, created_at, archived_at)
    select lpad(to_hex(n), 24, '0'), 'T-' || n * 7919 % 2503, 'Customer ' || n % 13, (array['ayesha', 'hina', 'bilal'])[1 + n % 3] || '.' || n % 40 || '@example.com', '+923001234567', 'House 1',
           n % 17, 0, n % 17, (array['pending', 'delivered', 'delivered', 'cancelled'])[1 + n % 4]::shop.order_status,
           timestamptz '2026-01-15 23:59:59.999+05' + interval '13 minutes' * (n / 2) + interval '1 millisecond' * (n % 2), case when n % 50 = 0 then now() end
      from generate_series(1, ${ORDERS}) n;
    set session_replication_role = replica;
    insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, created_at)
    select v.product_id, v.id, (array['purchase', 'return', 'damage'])[1 + n % 3]::shop.stock_change_kind, pieces, 9, 9 + pieces, 9 + pieces,
           timestamptz '2026-01-31 23:59:59.999+05' + interval '24 hours' * (n % 15) + interval '1 millisecond' * (n % 2)
      from (select n, (1 + n % 4) * case when n % 3 = 2 then -1 else 1 end as pieces from generate_series(1, 600) n) changes
      join public.product_variants v on v.product_id = lpad(to_hex(1 + n % 12), 24, '0');
    insert into public.shipments (id, order_id, order_number, carrier, tracking_number, status, shipped_date, created_at, archived_at)
    select lpad(to_hex(o.n * 7919 % 65536), 24, '0'), o.id, o.order_number, (array['TCS', 'Leopards', ''])[1 + o.n % 3], 'trk' || o.n, (enum_range(null::shop.shipment_status))[1 + o.n % 7],
           case when o.n % 4 > 0 then o.created_at + interval '1 day' * (o.n % 5) end, o.created_at, case when o.n % 60 = 0 then now() end
      from (select substr(order_number, 3)::integer as n, * from public.orders) o;
    reset session_replication_role;
    select shop.rebuild_daily_counts()`);
}
