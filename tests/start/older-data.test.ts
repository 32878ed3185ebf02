import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { compareBooks } from '#scripts/books/compare.ts';
import { KEPT_MIGRATIONS } from '#scripts/db/kept-migrations.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { startShop } from './shop-process.ts';

/** What a shop of 1.0 had sold, in the words of its database. */
const SOLD = `
  insert into public.categories (name, slug) values ('Rings', 'rings');
  insert into public.products (id, name, category, price, images, colors, sizes)
  values ('00000000000000000000a001', 'Old Ring', 'rings', 1000, '{/media/products/pave-eternity-band.webp}', '{}', '{}');
  select shop.change_stock('00000000000000000000a001', 10, 'purchase'::shop.stock_change_kind, null, '', null);
  select public.place_order('{"customerName":"Ayesha Khan","customerEmail":"","customerPhone":"+923001234567","customerAddress":"House 1",
    "city":"Lahore","cityKnown":"Lahore","cityTakesCash":true,"country":"pk","paymentMethod":"cash_on_delivery","notes":"","totalAmount":2200,
    "items":[{"productId":"00000000000000000000a001","quantity":2}]}', '{"freeFrom":2999,"fee":200}');
  -- A size that is no longer offered, of which three came back.
  insert into public.product_variants (id, product_id, size, sku, archived_at)
  values ('00000000000000000000b001', '00000000000000000000a001', '7', 'OLD-7', now());
  -- Two orders that were delivered: of one something went back, of the other one of two parcels came back. And one of which a parcel arrived.
  select public.place_order(jsonb_build_object('customerName', 'Hina', 'customerEmail', '', 'customerPhone', p, 'customerAddress', 'House ' || p,
    'city', 'Lahore', 'country', 'pk', 'paymentMethod', 'cash_on_delivery', 'notes', '', 'totalAmount', 1200,
    'items', '[{"productId":"00000000000000000000a001","quantity":1}]'::jsonb), '{"freeFrom":2999,"fee":200}')
    from unnest('{+923001234568,+923001234569,+923001234570}'::text[]) p order by p;
  do $$
  declare
    placed record;
  begin
    for placed in select o.id, o.order_number as number from public.orders o where o.order_number > 'ORD-10001' order by o.order_number loop
      perform public.create_shipment(jsonb_build_object('orderId', placed.id));
      if placed.number <> 'ORD-10002' then
        perform public.create_shipment(jsonb_build_object('orderId', placed.id, 'collect', 300));
      end if;
      perform public.set_shipment_status(s.id, case when f.place = 1 then 'delivered' when placed.number = 'ORD-10003' then 'returned' else 'in_transit' end
                                           ::shop.shipment_status, null)
         from public.shipments s
         join (select id, row_number() over (order by created_at, shipment_number) as place from public.shipments where order_id = placed.id) f on f.id = s.id
        where s.order_id = placed.id;
    end loop;
    perform public.refund_order(o.id, 500, 'cash', '', 'Late', null) from public.orders o where o.order_number = 'ORD-10002';
  end;
  $$;
  select shop.change_stock('00000000000000000000a001', 3, 'return'::shop.stock_change_kind, null, '', null, '00000000000000000000b001');
`;

/** What was booked, payment by payment. */
const BOOKED = `
  select p.id, p.kind::text, p.from_account::text, p.to_account::text, p.amount::float8, p.order_id, p.created_at::text
    from public.payments p order by p.sequence`;

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-older-'));
});
afterAll(() => rm(data, { recursive: true, force: true }));

test('the data folder of a shop of 1.0 is moved on with everything in it', async () => {
  const [first = ''] = Object.keys(JSON.parse(await readFile(KEPT_MIGRATIONS, 'utf8')));
  const migrations = join(data, 'migrations');
  await mkdir(migrations);
  await cp(join(MIGRATIONS, first), join(migrations, first));
  const keys = newSupabaseKeys();
  await writeFile(join(data, 'keys.json'), JSON.stringify(keys));
  const home = join(data, 'supabase');
  await mkdir(home);
  const older = await startEmbeddedSupabase({
    ...keys,
    home,
    database: join(data, 'postgres'),
    port: await freePort(),
    migrations,
  });
  await older.sql(SOLD);
  const booked = await older.sql(BOOKED);
  await older.stop();

  const port = await freePort();
  const shop = startShop({ PORT: String(port), SHOP_DATA: data });
  await shop.ready();
  const ask = async (path: string, body?: object) => {
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(`http://localhost:${port}/api${path}`, body ? json : {})).json();
  };
  const [order] = (await ask('/orders/track', { orderNumber: '10001', phone: '0300 1234567' })).data.items;
  expect(order).toMatchObject({ productName: 'Old Ring', quantity: 2 });
  const paidOf = async (orderNumber: string, phone: string) => (await ask('/orders/track', { orderNumber, phone })).data.paid;
  expect(await paidOf('10002', '0300 1234568')).toMatchObject({ collected: 1200, refunded: 500, due: 0 });
  expect(await paidOf('10003', '0300 1234569')).toMatchObject({ collected: 900, cameBack: 300, due: 0 });
  expect(await paidOf('10004', '0300 1234570')).toMatchObject({ collected: 900, due: 300 });
  expect((await ask('/products/00000000000000000000a001')).data).toMatchObject({ name: 'Old Ring', stockQuantity: 5 });
  shop.child.kill('SIGINT');
  expect(await shop.ended).toBe(0);

  // Its payments stand as they were booked. One more is of today: what the parcel collected that arrived alone, which 1.0 booked with the whole order.
  const moved = await startEmbeddedSupabase({ ...keys, home, database: join(data, 'postgres'), port: await freePort() });
  const payments = await moved.sql(BOOKED);
  expect(payments.slice(0, booked.length)).toEqual(booked);
  expect(payments.slice(booked.length)).toEqual([expect.objectContaining({ kind: 'collected', amount: 900 })]);
  const { differences } = await compareBooks(moved.sql as Parameters<typeof compareBooks>[0]);
  await moved.stop();
  expect(differences).toEqual([]);
});
