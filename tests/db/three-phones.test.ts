import { expect, test } from 'vitest';
import { movedMeanwhile } from '#admin/screens/inventory/stock/count-sheet.ts';
import { ApiFailure } from '#browser/api.ts';
import type { StockCount } from '#domain/stock/contract.ts';
import { type Deed, onThreePhones } from '#tests/setup/samples/phones.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { type Refusal, refusalOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);
const staff = await Promise.all(['amna', 'bilal', 'chanda'].map((name) => addColleague(database.owner, name)));

const STOCK = 40;
let orders = 0;

/** A ring of which some came back in a parcel, and some are to be packed. */
async function aWorld(sent: number, ordered: number) {
  const ring = await addProduct(shop, { stock: STOCK });
  const order = (quantity: number) =>
    placeOrder(
      shop,
      orderFor([{ product: ring, quantity }], {
        customerAddress: `House ${++orders}`,
        customerPhone: `+92301${String(orders).padStart(7, '0')}`,
      }),
    );
  const [back, toPack] = [await order(sent), await order(ordered)];
  const parcel = await createShipment(shop, back);
  await setStatus(shop, back, 'shipped');
  await setShipmentStatus(shop, parcel, 'returned');
  const [line] = await shop<{ sku: string; variant: string; back: string; pack: string }[]>`
    select v.sku, v.id as variant, (select i.id from public.order_items i where i.order_id = ${back.id}) as back,
           (select i.id from public.order_items i where i.order_id = ${toPack.id}) as pack
      from public.product_variants v where v.product_id = ${ring.id}`;
  if (!line) throw new Error('The ring has no variant');
  return { ring, back, toPack, line };
}

type World = Awaited<ReturnType<typeof aWorld>>;
type Body = { difference: number; minute: number };

let worlds = 0;

/** The three operations that phones send later, as the API calls them. */
const arriveIn = ({ back, toPack, line }: World) => {
  const world = ++worlds;
  return async ({ phone, key, kind, body }: Deed<Body>) => {
    const actor = staff[phone] ?? null;
    const own = `00000000-0000-4000-8000-${String(world).padStart(6, '0')}${key.padStart(6, '0')}`;
    const pieces = [{ itemId: line.back, quantity: 1, disposition: 'restocked' }];
    const packed = [
      {
        key: own,
        itemId: line.pack,
        variantId: line.variant,
        quantity: 1,
        packedAt: new Date(Date.UTC(2026, 1, 1, 10, body.minute)).toISOString(),
      },
    ];
    const counted = [{ sku: line.sku, counted: 100 + body.difference, stockSeen: 100 }];
    const call =
      kind === 'receive'
        ? shop`select public.receive_pieces(${shop.json({ key: own, orderId: back.id, pieces })}, ${actor})`
        : kind === 'pack'
          ? shop`select public.pack_pieces(${toPack.id}, ${shop.json(packed)}, '[]', ${actor})`
          : shop`select public.count_stock(${shop.json(counted)}, '', ${actor}, ${own})`;
    const [end] = await Promise.allSettled([call]);
    if (end.status === 'fulfilled') return;
    const { status, code, message }: Refusal = await refusalOf(Promise.reject(end.reason));
    throw new ApiFailure(status, code, message);
  };
};

async function stateOf({ ring, back, toPack }: World) {
  const [row] = await shop`
    select p.stock_quantity as stock, (select sum(l.out) from public.orders o, shop.pieces_out(o) l where o.id = ${back.id}) as out,
           (select count(*) from public.goods_back r where r.order_id = ${back.id}) as counted,
           (select jsonb_build_object('packed', sum(r.counted), 'beyond', sum(r.quantity - r.counted), 'minutes', jsonb_agg(r.packed_at order by r.packed_at))
              from shop.packed_rows r where r.order_id = ${toPack.id}) as packing,
           (select jsonb_agg(h.new_stock - h.previous_stock order by h.new_stock - h.previous_stock) from public.stock_history h where h.product_id = p.id and h.transaction_type = 'adjustment') as counts
      from public.products p where p.id = ${ring.id}`;
  return row;
}

test('what three phones pack, receive and count ends the same online and through lines that break, and what conflicts stays on its phone', async () => {
  let [refused, beyond] = [0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const random = randomNumbers(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const [sent, ordered] = [1 + upTo(2), 1 + upTo(2)];
    const deeds = Array.from({ length: 6 + upTo(5) }, (_, n): Deed<Body> => {
      const kind = ['pack', 'count', 'receive'][upTo(2)] ?? '';
      return { phone: upTo(2), key: String(n), subject: kind, kind, body: { difference: upTo(6) - 3, minute: n } };
    });
    const [online, offline] = [await aWorld(sent, ordered), await aWorld(sent, ordered)];
    const arrive = arriveIn(online);
    let conflicts = 0;
    for (const deed of deeds)
      await arrive(deed).catch(() => {
        conflicts += 1;
      });
    const left = await onThreePhones(deeds, arriveIn(offline), seed);
    const state = await stateOf(offline);
    expect(state, `seed ${seed}`).toEqual(await stateOf(online));
    expect(left.map(({ kind, refusal }) => [kind, refusal?.code])).toEqual(
      Array(conflicts).fill(['receive', expect.any(String)]),
    );
    refused += conflicts;
    beyond += Number(state?.['packing']?.beyond ?? 0);
  }
  expect([refused > 3, beyond > 3]).toEqual([true, true]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('two phones that receive the same piece leave one count with who it was, and the other hears how many were sent', async () => {
  const world = await aWorld(1, 1);
  const arrive = arriveIn(world);
  const deed = (phone: number): Deed<Body> => ({
    phone,
    key: `1${phone}`,
    subject: 'x',
    kind: 'receive',
    body: { difference: 0, minute: 0 },
  });
  await arrive(deed(0));
  await expect(arrive(deed(1))).rejects.toMatchObject({
    status: expect.any(Number),
    code: expect.stringMatching(/nothing_came_back|validation_failed/),
  });
  const [row] = await shop<{ found: { goods_back: { actor_name: string; quantity: number }[] } }[]>`
    select public.returned_pieces(${world.back.order_number}) as found`;
  expect(row?.found.goods_back).toMatchObject([{ actor_name: 'amna', quantity: 1 }]);
});

test('two phones that count the same piece are two counts in its history, and the second hears of the first', async () => {
  const { ring, line } = await aWorld(1, 1);
  const [now] = await shop<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${ring.id}`;
  const stockSeen = now?.stock ?? 0;
  const count = async (phone: number, counted: number) => {
    const [row] = await shop<{ count: { items: { variant_stock: number; quantity: number; sku: string }[] } }[]>`
      select public.count_stock(${shop.json([{ sku: line.sku, counted, stockSeen }])}, '', ${staff[phone] ?? null}, ${`two counts ${phone}`}) as count`;
    return row?.count;
  };
  await count(0, stockSeen - 2);
  const second = await count(1, stockSeen - 3);
  const sheet = { pieces: [{ sku: line.sku, name: 'Ring', stockSeen, counted: stockSeen - 3 }], notes: '', sentAs: null };
  const items = second?.items.map((item) => ({ ...item, variantStock: item.variant_stock }));
  expect(movedMeanwhile(sheet, { items } as unknown as StockCount)).toEqual([{ name: 'Ring', moved: -2, now: stockSeen - 5 }]);
  const history = await shop`select new_stock - previous_stock as difference, actor from public.stock_history
    where product_id = ${ring.id} and transaction_type = 'adjustment' order by created_at`;
  expect([...history]).toEqual([
    { difference: -2, actor: staff[0] },
    { difference: -3, actor: staff[1] },
  ]);
});
