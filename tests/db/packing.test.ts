import { expect, test } from 'vitest';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);
const owner = database.owner;
const ring = await addProduct(shop, { price: 1000, stock: 50_000 });
const pendant = await addProduct(shop, { price: 900, stock: 50_000 });
const packers = await Promise.all(['amna', 'bilal', 'chanda'].map((name) => addColleague(owner, name)));

interface Piece {
  key: string;
  itemId: string;
  variantId: string;
  quantity?: number;
  packedAt: string;
}

interface Packing {
  lines: {
    item_id: string;
    variant_id: string;
    ordered: number;
    packed: number;
    pieces: { key: string; quantity: number; by: string }[];
  }[];
  surplus: { key: string; quantity: number; by: string; packed_at: string; is_ordered: boolean; name: string }[];
  lacks_photo: boolean;
  photos: { id: string }[];
}

let phone = 0;
const place = (rings: number, pendants = 0) =>
  placeOrder(
    shop,
    orderFor([{ product: ring, quantity: rings }, ...(pendants > 0 ? [{ product: pendant, quantity: pendants }] : [])], {
      customerPhone: `+92301${String(++phone).padStart(7, '0')}`,
      customerAddress: `House ${phone}, Street 9`,
    }),
  );

async function pack(
  orderId: string,
  pieces: Piece[],
  { by = packers[0], unpacked = [] as { key: string; at: string }[] } = {},
): Promise<Packing> {
  const sent = pieces.map((piece) => ({ quantity: 1, ...piece }));
  const [row] = await shop<{ packing: Packing }[]>`
    select public.pack_pieces(${orderId}, ${shop.json(sent as never)}, ${shop.json(unpacked)}, ${by ?? null}) as packing`;
  if (!row) throw new Error('No answer');
  return row.packing;
}

const packingOf = async (orderId: string) =>
  (await shop<{ packing: Packing }[]>`select public.find_packing(${orderId}) as packing`)[0]?.packing as Packing;

let keys = 0;
/** A piece of a line, packed so many minutes after ten. */
const pieceOf = ({ item_id, variant_id }: { item_id: string; variant_id: string }, minute: number): Piece => ({
  key: `key-${String(++keys).padStart(8, '0')}`,
  itemId: item_id,
  variantId: variant_id,
  packedAt: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
});

async function lineOf(order: { id: string }, place = 0) {
  const line = (await packingOf(order.id)).lines[place];
  if (!line) throw new Error('The order has no such line');
  return line;
}

test('each piece that was packed counts once, whoever sends it again, and who packed it is kept', async () => {
  const order = await place(2, 1);
  const [rings, pendants] = [await lineOf(order), await lineOf(order, 1)];
  const piece = pieceOf(rings, 1);
  await pack(order.id, [piece]);
  await pack(order.id, [piece], { by: packers[1] });
  const packing = await pack(order.id, [pieceOf(pendants, 2)], { by: packers[1] });
  expect(packing.lines).toMatchObject([
    { ordered: 2, packed: 1, pieces: [{ key: piece.key, by: 'amna' }] },
    { ordered: 1, packed: 1, pieces: [{ by: 'bilal' }] },
  ]);
  expect(packing.surplus).toEqual([]);
  expect(await refusalOf(pack(order.id, [{ ...piece, itemId: pendants.item_id, variantId: pendants.variant_id }]))).toMatchObject(
    {
      code: 'idempotency_mismatch',
    },
  );
});

test('what two phones packed beyond the order is kept and does not count, with who and when; taken out, it is gone', async () => {
  const order = await place(2);
  const line = await lineOf(order);
  const [late, early] = [pieceOf(line, 30), pieceOf(line, 10)];
  await pack(order.id, [{ ...late, quantity: 2 }], { by: packers[0] });
  const packing = await pack(order.id, [{ ...early, quantity: 1 }], { by: packers[1] });
  expect(packing.lines).toMatchObject([{ ordered: 2, packed: 2 }]);
  expect(packing.surplus).toMatchObject([{ key: late.key, quantity: 1, by: 'amna', is_ordered: true }]);
  const after = await pack(order.id, [], { unpacked: [{ key: early.key, at: early.packedAt }] });
  expect(after).toMatchObject({ lines: [{ packed: 2 }], surplus: [] });
});

test('an edit after packing shows both: what is ordered and what lies in the parcel', async () => {
  const order = await place(3);
  const line = await lineOf(order);
  await pack(
    order.id,
    [1, 2, 3].map((minute) => pieceOf(line, minute)),
  );
  await owner`update public.order_items set quantity = 2 where id = ${line.item_id}`;
  expect(await packingOf(order.id)).toMatchObject({
    lines: [{ ordered: 2, packed: 2 }],
    surplus: [{ quantity: 1, is_ordered: true }],
  });
  await owner`delete from public.order_items where id = ${line.item_id}`;
  const packing = await packingOf(order.id);
  expect(packing.surplus.map(({ is_ordered, name }) => [is_ordered, name])).toEqual(Array(3).fill([false, ring.name]));
});

test('a piece that the order never had is refused at its field, and a new one of a cancelled order with what to do', async () => {
  const order = await place(1);
  const other = await lineOf(await place(1, 1), 1);
  const piece = pieceOf(await lineOf(order), 1);
  await pack(order.id, [piece]);
  expect(await refusalOf(pack(order.id, [pieceOf(other, 1)]))).toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ path: 'pieces.0.itemId' }] },
  });
  await setStatus(shop, order, 'cancelled');
  expect(await pack(order.id, [piece])).toMatchObject({ lines: [{ packed: 1 }] });
  expect(await refusalOf(pack(order.id, [{ ...piece, key: 'another-key' }]))).toMatchObject({ code: 'packing_cancelled' });
});

test('nobody changes or deletes what was packed', async () => {
  const order = await place(1);
  await pack(order.id, [pieceOf(await lineOf(order), 1)]);
  for (const statement of [
    'update public.packed_pieces set quantity = 2 where true',
    'delete from public.packed_pieces where true',
  ])
    expect(await sqlstateOf(shop.unsafe(statement))).toBe(NOT_ALLOWED);
});

const aPhoto = (key: string) => ({
  id: key.padEnd(32, '0'),
  key: `photo-${key}`,
  name: `${key}.webp`,
  bytes: 9,
  takenAt: new Date().toISOString(),
});

async function photograph(order: { id: string }, key: string) {
  const photo = aPhoto(key);
  await shop`select public.add_packed_photo(${order.id}, ${shop.json(photo)}, ${packers[0] ?? null})`;
  await shop`select public.packed_photo_stored(${photo.id})`;
  return photo;
}

test('where a photo is needed no parcel leaves without one, whichever way is tried, unless somebody says why', async () => {
  const before = await place(1);
  await shop`select public.change_packing_rules(true, null, null)`;
  try {
    const [bare, shown, waived] = [await place(1), await place(1), await place(1)];
    const needed = { status: 409, code: 'photo_needed' };
    expect(await refusalOf(setStatus(shop, bare, 'shipped'))).toMatchObject({ ...needed, details: { orderId: bare.id } });
    expect(await refusalOf(shop`update public.orders set status = 'delivered' where id = ${bare.id}`)).toMatchObject(needed);
    const parcel = await createShipment(shop, bare);
    expect(await refusalOf(setShipmentStatus(shop, parcel, 'in_transit'))).toMatchObject(needed);
    expect(await refusalOf(shop`update public.shipments set status = 'shipped' where id = ${parcel.id}`)).toMatchObject(needed);

    await photograph(shown, 'aa');
    await shop`select public.waive_photo(${waived.id}, 'The phone fell', ${packers[0] ?? null})`;
    for (const order of [before, shown, waived])
      expect(await setStatus(shop, order, 'shipped')).toMatchObject({ status: 'shipped' });
  } finally {
    await shop`select public.change_packing_rules(false, null, null)`;
  }
});

test('a photo is kept until 90 days after its order was delivered', async () => {
  const order = await place(1);
  const photo = await photograph(order, 'bb');
  const ended = async () => (await shop<{ name: string }[]>`select * from public.ended_packed_photos()`).map(({ name }) => name);
  await setStatus(shop, order, 'delivered');
  expect(await ended()).not.toContain(photo.name);
  const [row] =
    await owner`select round(extract(epoch from kept_until - now()) / 86400)::int as days from public.packed_photos where id = ${photo.id}`;
  expect(row?.['days']).toBe(90);
  await owner`update public.packed_photos set kept_until = now() where id = ${photo.id}`;
  expect(await ended()).toContain(photo.name);
});

/** Copies of an order, each with its line. */
async function copies(count: number, ordered: number[]) {
  const order = await place(1);
  const [row] = await owner<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'`;
  return owner.begin(async (sql) => {
    // What else an order sets off would be most of the test.
    await sql`set local session_replication_role = 'replica'`;
    return sql.unsafe<{ order_id: string; item_id: string; variant_id: string; ordered: number }[]>(
      `with copied as (
       insert into public.orders (${row?.columns})
       select ${row?.columns} from generate_series(1, $2) n cross join lateral jsonb_populate_record(null::public.orders, (
         select to_jsonb(o) || jsonb_build_object('id', shop.new_id(), 'order_number', 'MANY-' || n, 'idempotency_key', null) from public.orders o where o.id = $1)) r
       returning id, order_number
     ), numbered as (
       select id, row_number() over (order by char_length(order_number), order_number) as n from copied
     )
     insert into public.order_items
     select r.* from numbered c cross join lateral jsonb_populate_record(null::public.order_items, (
       select to_jsonb(i) || jsonb_build_object('id', shop.new_id(), 'order_id', c.id, 'quantity', ($3::integer[])[c.n]) from public.order_items i where i.order_id = $1)) r
     returning order_id, id as item_id, variant_id, quantity as ordered`,
      [order.id, count, ordered],
    );
  });
}

test('three phones, in a thousand partitions with repeats and lost answers, end as if all had been online', async () => {
  const RUNS = 1000;
  const random = randomNumbers(85);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const lines = await copies(
    RUNS,
    Array.from({ length: RUNS }, () => 1 + upTo(3)),
  );

  /** What each phone did while it had no line, and in which order all of it arrives: some twice, some only after its answer was lost. */
  const runs = lines.map((line) => {
    const entries = packers.slice(0, 3).flatMap((by) =>
      Array.from({ length: upTo(2) }, () => ({
        by,
        pieces: Array.from({ length: 1 + upTo(1) }, () => pieceOf(line, upTo(5))),
        unpacked: [] as { key: string; at: string }[],
      })),
    );
    const [first] = entries[upTo(entries.length - 1)]?.pieces ?? [];
    // Somebody takes a piece out that another phone has put in, and may say so before.
    if (first && random() < 0.3)
      entries.push({ by: packers[0] ?? '', pieces: [], unpacked: [{ key: first.key, at: first.packedAt }] });
    const sent = entries.flatMap((entry) => (random() < 0.35 ? [entry, entry] : [entry]));
    const arriving = sent.map((entry) => ({ entry, at: random() })).toSorted((one, other) => one.at - other.at);
    return { line, entries, arriving: arriving.map(({ entry }) => entry) };
  });

  // Many arrivals in one statement, each a call of its own: the way to the database is not what is tested.
  const calls = Array.from({ length: RUNS / 20 }, (_, part) => runs.slice(20 * part, 20 * (part + 1))).map((some) =>
    some.flatMap(({ line, arriving }) =>
      arriving.map(({ by, pieces, unpacked }) => ({
        order: line.order_id,
        by,
        unpacked,
        pieces: pieces.map((piece) => ({ quantity: 1, ...piece })),
      })),
    ),
  );
  await Promise.all(
    calls.map(
      (some) => shop`
        select count(public.pack_pieces(c ->> 'order', c -> 'pieces', c -> 'unpacked', (c ->> 'by')::uuid)) from jsonb_array_elements(${shop.json(some as never)}) c`,
    ),
  );

  const kept = await owner<{ order_id: string; key: string; counted: number; quantity: number; actor: string }[]>`
    select order_id, key, counted, quantity, actor from shop.packed_rows where order_id = any(${lines.map(({ order_id }) => order_id)}) order by packed_at, key`;
  const facts = await owner<{ order_id: string; keys: number; pieces: number }[]>`
    select order_id, count(distinct key)::int as keys, sum(quantity)::int as pieces from public.packed_pieces
     where order_id = any(${lines.map(({ order_id }) => order_id)}) group by order_id`;
  const rowsOf = Map.groupBy(kept, ({ order_id }) => order_id);
  const factsOf = new Map(facts.map((row) => [row.order_id, row]));
  let conflicts = 0;
  for (const { line, entries } of runs) {
    const gone = new Set(entries.flatMap(({ unpacked }) => unpacked.map(({ key }) => key)));
    const made = entries.flatMap(({ by, pieces }) => pieces.map((piece) => ({ ...piece, by })));
    const there = made
      .filter(({ key }) => !gone.has(key))
      .toSorted((one, other) =>
        one.packedAt === other.packedAt ? (one.key < other.key ? -1 : 1) : one.packedAt < other.packedAt ? -1 : 1,
      );
    const expected = there.map(({ key, by }, place) => ({ key, actor: by, counted: place < line.ordered ? 1 : 0 }));
    const found = (rowsOf.get(line.order_id) ?? []).map(({ key, actor, counted }) => ({ key, actor, counted }));
    expect(found).toEqual(expected);
    expect(factsOf.get(line.order_id)?.pieces ?? 0).toBe(made.length);
    conflicts += expected.filter(({ counted }) => counted === 0).length;
  }
  expect(conflicts).toBeGreaterThan(300);
});
