// An order keeps the terms that it was placed under: an edit changes what it touches, whatever the shop's rules have become.
import { beforeAll, describe, expect, test } from 'vitest';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, type Code, newPhone } from './calls/code-calls.ts';
import { orderFor, type PlacedOrder, setStatus } from './calls/order-calls.ts';
import { addProduct, bookErrors, type ProductRow } from './rows/catalogue-rows.ts';

const SEED = 20_261_127;
const LIVES = 200;
const MOST_EDITS = 4;
const RULE = { freeFrom: 3000, fee: 200 };

const database = await testPostgres();
const shop = await database.connect(1);
const random = randomNumbers(SEED);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <Each>(choices: readonly Each[]) => choices[below(choices.length)] as Each;

const json = (value: unknown) => shop.json(value as never);
let products: ProductRow[];

beforeAll(async () => {
  const prices = [1000, 1000, 434.33, 2999, 150.5, 80, 0.2];
  products = await Promise.all(
    prices.map((price) => addProduct(shop, { stock: 1_000_000, price, category: oneOf(['rings', 'studs']) })),
  );
});

interface Line {
  id?: string | undefined;
  productId: string;
  quantity: number;
}

interface Sums {
  total: number;
  shipping: number;
  discount?: number;
  code?: string;
  refusedCode?: { reason: string };
}

interface Change {
  before: Sums;
  after: Sums;
  today?: Sums;
}

interface Options {
  rule?: object;
  byToday?: boolean;
  preview?: boolean;
}

async function edit(
  { id }: { id: string },
  lines: Line[],
  { rule = RULE, byToday = false, preview = false }: Options = {},
): Promise<Change> {
  const [row] = await shop<{ change: Change }[]>`
    select public.edit_order_items(${id}, ${json(lines)}, ${json(rule)}, null, preview => ${preview}, by_today => ${byToday}) as change`;
  return row?.change as Change;
}

const linesOf = ({ id }: { id: string }) =>
  shop<
    Required<Line>[]
  >`select id, product_id as "productId", quantity from public.order_items where order_id = ${id} order by position`;

const totalOf = async ({ id }: { id: string }) =>
  (await shop`select total_amount::float as total from public.orders where id = ${id}`)[0]?.['total'] as number;

/** Places an order at what the shop asks: with a code, or with a sum that staff take off. */
async function place(
  lines: Line[],
  { code, amount = 0, rule = RULE as object } = {} as { code?: Code; amount?: number; rule?: object },
) {
  const [quote] = await shop<{ quote: { total: number; subtotal: number; shipping: number; code?: string } }[]>`
    select public.quote_cart(${json(lines)}, ${json(rule)}, ${code?.code ?? null}) as quote`;
  const { total = 0, subtotal = 0, shipping = 0, code: taken } = quote?.quote ?? {};
  const off = Math.min(amount, subtotal);
  const totalAmount = off ? Math.floor((Math.round((subtotal + shipping) * 100) - Math.round(off * 100)) / 100) : total;
  const payload = {
    ...orderFor([{ product: products[0] as ProductRow }], { customerPhone: newPhone(), source: 'phone' }),
    items: lines,
    totalAmount,
    ...(taken && { code: taken }),
    ...(off && { discount: { amount: off, reason: 'Dented' } }),
  };
  const [row] = await shop<{ order: PlacedOrder }[]>`select public.place_order(${json(payload)}, ${json(rule)}) as order`;
  return row?.order as PlacedOrder;
}

const randomLines = (most = 4): Line[] =>
  Array.from({ length: 1 + below(most) }, () => ({ productId: oneOf(products).id, quantity: 1 + below(3) }));

/** What an owner may do meanwhile. Returns the delivery rule of then. */
async function changeShop(code: Code | undefined) {
  if (code) {
    const changed = oneOf([
      { is_paused: true },
      { is_paused: false },
      { value: oneOf([5, 25, 90]), kind: 'percent' },
      { value: 10, kind: 'sum' },
      { minimum: oneOf([0, 5000, 1_000_000]) },
      { target: oneOf(['lines', 'delivery']) },
      { categories: oneOf([[], ['rings'], ['nothing']]) },
      { ends_at: '2021-01-01' },
      { ends_at: null },
    ]);
    await shop`update public.discount_codes set ${shop(changed as never)} where id = ${code.id}`;
  }
  return { freeFrom: oneOf([0, 500, 100_000]), fee: oneOf([0, 350, 999]) };
}

test(`${LIVES} orders cost what they did once their pieces are back, whatever was edited, and whatever rules and codes became meanwhile`, async () => {
  const seen = { dropped: 0, changed: 0 };
  for (let life = 0; life < LIVES; life += 1) {
    const code = life % 3 > 0 ? await addCode(shop, randomTerms()) : undefined;
    const order = await place(randomLines(), {
      ...(code && { code }),
      ...(life % 6 === 0 && { amount: 1 + below(200_000) / 100 }),
    });
    const placed = [...(await linesOf(order))];
    const story = [`seed ${SEED}, life ${life}, ${order.order_number}`];

    for (let edits = 1 + below(MOST_EDITS); edits > 0; edits -= 1) {
      const rule = await changeShop(code);
      const before = await totalOf(order);
      const now = [...(await linesOf(order))];
      const same = await edit(order, now, { rule });
      expect([same.after.total, await totalOf(order)], `${story.join(', ')}, nothing changed`).toEqual([before, before]);

      const next = [
        ...now.filter(() => random() < 0.6).map((line) => ({ ...line, quantity: 1 + below(4) })),
        ...(random() < 0.5 ? randomLines(2) : []),
      ];
      const there = await edit(order, next.length > 0 ? next : randomLines(1), { rule });
      story.push(`edited to ${there.after.total}`);
      seen.dropped += there.before.code && !there.after.code ? 1 : 0;
      seen.changed += there.after.total === before ? 0 : 1;
    }

    const left = new Set((await linesOf(order)).map(({ id }) => id));
    const back = placed.map((line) => ({ ...line, id: left.has(line.id) ? line.id : undefined }));
    await edit(order, back, { rule: await changeShop(code) });
    expect(await totalOf(order), story.join(', ')).toBe(order.total_amount);
  }
  expect(seen.dropped).toBeGreaterThan(10);
  expect(seen.changed).toBeGreaterThan(LIVES);
  expect(await bookErrors(shop)).toEqual([]);
});

const randomTerms = () => ({
  ...oneOf([
    { kind: 'percent', value: oneOf([10, 33.33, 50, 100]) },
    { kind: 'sum', value: oneOf([99.5, 300, 5000]) },
  ]),
  target: oneOf(['lines', 'lines', 'delivery']),
  minimum: oneOf([0, 0, 500, 2000]),
  categories: oneOf([[], [], ['rings']]),
});

describe('an order of 1,000 rupees with 200 delivery', () => {
  const one = () => [{ productId: (products[0] as ProductRow).id, quantity: 1 }];
  const other = () => [{ productId: (products[1] as ProductRow).id, quantity: 1 }];

  test('costs the same when a piece is exchanged for one of the same price, and what the rules of today make only where staff say so', async () => {
    const order = await place(one());
    const dearer = { freeFrom: 9000, fee: 350 };
    const { after, today } = await edit(order, other(), { rule: dearer, preview: true });
    expect([after.total, today?.total]).toEqual([1200, 1350]);
    expect(await edit(order, other(), { rule: dearer })).toMatchObject({ after: { total: 1200 } });
    expect(await edit(order, await linesOf(order), { rule: dearer, byToday: true })).toMatchObject({ after: { total: 1350 } });
    // What staff chose is what it keeps from then on.
    expect(await edit(order, one(), { rule: RULE })).toMatchObject({ after: { total: 1350 }, today: { total: 1200 } });
  });

  test('says nothing of today where that makes no other price', async () => {
    const order = await place(one());
    expect(await edit(order, other(), { preview: true })).not.toHaveProperty('today');
  });

  test('has its code by the terms of today where staff say so, and none where that holds no more, its own use not counted', async () => {
    const code = await addCode(shop, { value: 10, max_uses: 1 });
    const order = await place(one(), { code });
    await shop`update public.discount_codes set value = 50 where id = ${code.id}`;
    expect(await edit(order, await linesOf(order), { preview: true })).toMatchObject({
      after: { total: 1100 },
      today: { total: 700 },
    });
    await shop`update public.discount_codes set is_paused = true where id = ${code.id}`;
    expect(await edit(order, await linesOf(order), { byToday: true })).toMatchObject({
      after: { total: 1200, refusedCode: { code: code.code, reason: 'ended' } },
    });
    expect(await edit(order, await linesOf(order))).toMatchObject({ after: { total: 1200 } });
  });
});

describe('what is taken off', () => {
  const two = () => [{ productId: (products[0] as ProductRow).id, quantity: 2 }];
  const fewer = () => [{ productId: (products[5] as ProductRow).id, quantity: 1 }];

  test('by a code goes where the pieces are too few, and comes back with them; meanwhile its use is free', async () => {
    const code = await addCode(shop, { value: 10, minimum: 1500 });
    const order = await place(two(), { code });
    expect(await edit(order, fewer())).toMatchObject({ after: { total: 280, refusedCode: { reason: 'minimum' } } });
    const uses = async () =>
      Number(
        (await shop`select count(*) from public.code_redemptions where code_id = ${code.id} and released_at is null`)[0]?.[
          'count'
        ],
      );
    expect(await uses()).toBe(0);
    expect(await edit(order, two())).toMatchObject({ after: { total: 2000, code: code.code } });
    expect(await uses()).toBe(1);
  });

  test('by a code whose last use somebody else has by then does not come back, and the edit is none the worse', async () => {
    const code = await addCode(shop, { value: 10, minimum: 1500, max_uses: 1 });
    const order = await place(two(), { code });
    await edit(order, fewer());
    const other = await place(two(), { code });
    expect(await edit(order, two())).toMatchObject({
      after: { total: 2200, refusedCode: { code: code.code, reason: 'used_up' } },
    });
    await setStatus(shop, other, 'cancelled');
    expect(await edit(order, await linesOf(order))).toMatchObject({ after: { total: 2000, code: code.code } });
  });

  test('by staff is less where the pieces cost less, and all of it again when they are back', async () => {
    const order = await place(two(), { amount: 500 });
    expect(await edit(order, fewer())).toMatchObject({ after: { discount: 80, total: 200 } });
    expect(await edit(order, two())).toMatchObject({ after: { discount: 500, total: 1700 } });
  });
});

test('a shopper who adds pieces pays the delivery that was said', async () => {
  const order = await place([{ productId: (products[5] as ProductRow).id, quantity: 1 }]);
  await shop`update public.shop_settings set content = content || '{"delivery": {"freeFrom": 9000, "fee": 999}}' where id`;
  const [row] = await shop<{ after: Sums }[]>`
    select public.add_to_order(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'),
                               ${json([{ productId: (products[0] as ProductRow).id, quantity: 3 }])}, 50, is_limited => false) -> 'after' as after`;
  expect(row?.after).toMatchObject({ shipping: 0, total: 3080 });
});
