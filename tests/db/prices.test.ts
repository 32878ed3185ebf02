import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import { readAnswer } from '#server/database/read-answer.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';
import { READERS, rowError, sumsOf } from './rows/order-readers.ts';
import {
  type CodeTerms,
  expectedPrice,
  type Price,
  type PricedCart,
  type PricedLine,
  paisas,
  type SoldProduct,
} from './rows/priced-carts.ts';

/** A failure names it: the same one makes the same carts and lives. */
const SEED = 20_261_126;
const CARTS = 10_000;
const CARTS_AT_ONCE = 1_000;
const LIVES = 150;
const MOST_STEPS = 4;

const CATEGORIES = ['rings', 'earrings', 'bridal'];

const database = await testPostgres();
const shop = await database.connect(1);
const random = randomNumbers(SEED);
const below = (limit: number) => Math.floor(random() * limit);
const isChosen = (share: number) => random() < share;
const oneOf = <Each>(choices: readonly Each[]) => choices[below(choices.length)] as Each;
/** Every third has paisas, and some are very small or large. */
const randomRupees = (most: number) =>
  Math.max(1, isChosen(0.3) ? below(isChosen(0.2) ? 1_000 : most * 100) : below(most) * 100) / 100;

const products: SoldProduct[] = [];
for (let number = 0; number < 24; number += 1) {
  const category = oneOf(CATEGORIES);
  const product = { name: `Piece ${number}`, price: randomRupees(9_000), stock: 1_000_000, category };
  products.push({ ...(await addProduct(shop, product)), category });
}

const codes: CodeTerms[] = [];
/** For codes with a minimum, a line that costs just that. */
const atMinimum = new Map<CodeTerms, PricedLine>();
for (const kind of ['percent', 'sum'] as const) {
  for (const target of ['lines', 'delivery'] as const) {
    for (const isFor of ['everything', 'products', 'categories', 'both']) {
      codes.push(await addCode(kind, target, isFor, 0));
      const line = oneOf(randomLines());
      const terms = await addCode(kind, target, isFor, (paisas(line.price) * line.quantity) / 100);
      atMinimum.set(terms, line);
      codes.push(terms);
    }
  }
}

async function addCode(kind: CodeTerms['kind'], target: CodeTerms['target'], isFor: string, minimum: number): Promise<CodeTerms> {
  const terms: CodeTerms = {
    code: `PRICE${codes.length + 1}`,
    kind,
    target,
    value: kind === 'percent' ? oneOf([1, 7.5, 10, 33.33, 50, 100]) : randomRupees(target === 'lines' ? 5_000 : 300),
    minimum,
    product_ids: ['products', 'both'].includes(isFor) ? [oneOf(products).id, oneOf(products).id] : [],
    categories: ['categories', 'both'].includes(isFor) ? [oneOf(CATEGORIES)] : [],
  };
  const others = {
    name: '',
    starts_at: null,
    ends_at: null,
    max_uses: null,
    once_per_phone: false,
    new_customers_only: false,
    is_paused: false,
  };
  await shop`select public.save_discount_code(null, ${shop.json({ ...terms, ...others } as never)}, null)`;
  return terms;
}

function randomLines(most = 6): PricedLine[] {
  return Array.from({ length: 1 + below(most) }, () => {
    const product = oneOf(products);
    return { product, price: product.price, quantity: 1 + below(isChosen(0.1) ? 40 : 4) };
  });
}

function randomOff(): PricedCart['off'] {
  if (isChosen(0.7)) return { code: oneOf(codes) };
  return isChosen(0.5) ? { amount: Math.max(1, randomRupees(3_000)), reason: 'Dented' } : null;
}

function randomCart(): PricedCart {
  const off = randomOff();
  const least = off && 'code' in off && isChosen(0.2) ? atMinimum.get(off.code) : undefined;
  const lines = least ? [least] : randomLines();
  const cost = lines.reduce((sum, { price, quantity }) => sum + paisas(price) * quantity, 0) / 100;
  return {
    lines,
    delivery: isChosen(0.1) ? null : { freeFrom: isChosen(0.2) ? cost : randomRupees(12_000), fee: oneOf([0, 99.5, 200, 350]) },
    off,
  };
}

/** What SQL functions take of lines. */
const itemsOf = (lines: PricedLine[]) => lines.map(({ product, quantity }) => ({ productId: product.id, quantity }));

interface PriceRow {
  price: {
    subtotal: number;
    discount: number;
    shipping: number;
    delivery_discount: number;
    total: number;
    shares: number[];
    code: string | null;
  };
  quote: { subtotal: number; discount?: number; deliveryDiscount?: number; shipping: number; total: number } | null;
}

/** What the database says of carts: their price, and the quote that a shopper gets of those that one could have. */
async function priced(carts: PricedCart[]): Promise<PriceRow[]> {
  const asked = carts.map((cart) => ({
    items: itemsOf(cart.lines),
    delivery: cart.delivery,
    off: cart.off && 'code' in cart.off ? { code: cart.off.code.code } : cart.off,
    isQuoted: cart.delivery && !(cart.off && 'amount' in cart.off),
  }));
  return shop<PriceRow[]>`
    select to_jsonb(p) as price, case when (c.cart ->> 'isQuoted')::boolean then public.quote_cart(c.cart -> 'items', c.cart -> 'delivery', c.cart #>> '{off,code}') end as quote
      from jsonb_array_elements(${shop.json(asked as never)}) with ordinality c (cart, place)
     cross join lateral shop.price_order(
       array (select row(l.*)::shop.priced_line from shop.price_lines(c.cart -> 'items') l order by l.line_position),
       nullif(c.cart -> 'delivery', 'null'), nullif(c.cart -> 'off', 'null')) p
     order by c.place`;
}

/** In paisas: a fraction of one stays and is seen. */
const inPaisas = ({ price }: PriceRow): Price => ({
  subtotal: exact(price.subtotal),
  discount: exact(price.discount),
  shipping: exact(price.shipping),
  deliveryDiscount: exact(price.delivery_discount),
  total: exact(price.total),
  shares: price.shares.map(exact),
});

const exact = (rupees: number) => Math.round(rupees * 1_000_000) / 10_000;

/** An order of a cart at a price, as the database tells it to staff. */
function orderOf({ lines }: PricedCart, { price }: PriceRow, like: StaffOrder): StaffOrder {
  const [item] = like.items;
  const items = lines.map(({ product, quantity }, place) => ({
    ...item,
    productId: product.id,
    productName: product.name,
    quantity,
    price: product.price,
    discount: price.shares[place],
  }));
  const { subtotal, discount, shipping, delivery_discount: deliveryDiscount, total: totalAmount, code } = price;
  return staffOrder.parse({ ...like, items, subtotal, discount, shipping, deliveryDiscount, totalAmount, discountCode: code });
}

/** Fails when somebody reads another sum than the order has, or the order does not add up. */
function checkOrder(order: StaffOrder, from: string): void {
  const sums = sumsOf(order);
  for (const [name, read] of Object.entries(READERS)) expect(read(order), `${name} of ${from}`).toEqual(sums);
  expect(rowError(order), from).toBe('');
  const { lines, subtotal, discount, delivery, total } = sums;
  const shares = order.items.map(({ discount: share = 0 }) => paisas(share));
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  const adds = {
    subtotal: sum(lines),
    discount: sum(shares) + paisas(order.deliveryDiscount ?? 0),
    total: subtotal - discount + delivery,
  };
  expect({ subtotal, discount, total }, from).toEqual(adds);
  expect(Math.min(...lines, ...shares, subtotal, discount, paisas(order.shipping), total), from).toBeGreaterThanOrEqual(0);
  expect(
    shares.filter((share, place) => share > (lines[place] ?? 0)),
    from,
  ).toEqual([]);
}

let people = 0;

function newPhone(): string {
  people += 1;
  return `+92300${String(3_000_000 + people)}`;
}

const json = (value: unknown) => shop.json(value as never);
const one = async (rows: PromiseLike<Iterable<{ answer?: any }>>) => [...(await rows)][0]?.answer;
const orderNow = async (id: string) => readAnswer(staffOrder, await one(shop`select shop.staff_order_json(${id}) as answer`));

/** Places an order as a shopper does with a code, or staff with a sum off: its total is what the quote says. */
async function place(lines: PricedLine[], off: PricedCart['off'], customerPhone = newPhone()): Promise<StaffOrder> {
  const code = off && 'code' in off ? off.code.code : null;
  const quote = await one(shop`select public.quote_cart(${json(itemsOf(lines))}, ${json(DELIVERY)}, ${code}) as answer`);
  const amount = off && 'amount' in off ? Math.min(off.amount, quote.subtotal) : 0;
  const payload = {
    customerName: 'Ayesha Khan',
    customerEmail: '',
    customerPhone,
    customerAddress: 'House 1',
    city: 'Lahore',
    paymentMethod: 'cash_on_delivery',
    items: itemsOf(lines),
    totalAmount: amount > 0 ? Math.floor((paisas(quote.subtotal) + paisas(quote.shipping) - paisas(amount)) / 100) : quote.total,
    ...(quote.code && { code: quote.code }),
    ...(amount > 0 && { discount: { amount, reason: 'Dented' } }),
  };
  const { id } = await one(shop`select public.place_order(${json(payload)}, ${json(DELIVERY)}) as answer`);
  return orderNow(id);
}

interface Promised {
  code?: string;
  amount?: number;
}

/** What an order costs with the lines that it has now, by what it was promised. */
async function priceOfLines({ id, items }: StaffOrder): Promise<Price> {
  const promised: Promised = (await one(shop`select terms -> 'off' as answer from public.orders where id = ${id}`)) ?? {};
  const lines = items.map(({ productId, price, quantity }) => ({
    product: products.find(({ id }) => id === productId) as SoldProduct,
    price,
    quantity,
  }));
  const terms = codes.find(({ code }) => code === promised.code);
  return expectedPrice({ lines, delivery: DELIVERY, off: terms ? { code: terms } : null, promised: promised.amount ?? 0 });
}

/** What can happen to an order. Each does what it has promised before, and answers with the order as it is then. */
const STEPS: Record<string, (order: StaffOrder) => Promise<StaffOrder>> = {
  'staff edit its items': async (order) => {
    const kept = order.items.filter(() => isChosen(0.7)).map(({ id, productId }) => ({ id, productId, quantity: 1 + below(5) }));
    const items = json([...kept, ...itemsOf(randomLines(2))]);
    const edit = (preview: boolean) =>
      one(
        shop`select public.edit_order_items(${order.id}, ${items}, ${json(DELIVERY)}, null, null, null, ${preview}) -> 'after' as answer`,
      );
    expect(await edit(true)).toEqual(await edit(false));
    const after = await orderNow(order.id);
    expect(priceOf(after)).toEqual(await priceOfLines(after));
    return after;
  },
  'the shopper adds pieces': async (order) => {
    const { key } = await one(shop`select public.order_page_key(${order.id}) as answer`);
    const items = json(itemsOf(randomLines(2)));
    const add = (preview: boolean) =>
      one(
        shop`select public.add_to_order(${order.orderNumber}, ${key}, ${items}, 50, null, ${preview}, null, false) -> 'after' as answer`,
      );
    expect(await add(true)).toEqual(await add(false));
    const after = await orderNow(order.id);
    expect(priceOf(after)).toEqual(await priceOfLines(after));
    return after;
  },
  'it is merged with another one': async (order) => {
    const shared = products.find(({ id }) => id === order.items[0]?.productId) as SoldProduct;
    const lines = [...randomLines(2), { product: shared, price: shared.price, quantity: 1 }];
    const twin = await place(lines, randomOff(), order.customerPhone);
    const [seen] = await one(shop`select public.order_twins(${order.id}) as answer`);
    const { kept } = await one(shop`select public.merge_twin_orders(${order.id}, ${twin.id}, null) as answer`);
    expect(kept.total_amount).toBe(seen.merged_total);
    expect(paisas(kept.total_amount)).toBeLessThanOrEqual(paisas(order.totalAmount) + paisas(twin.totalAmount));
    return orderNow(kept.id);
  },
  'its pieces get another price': async (order) => {
    const ids = order.items.map(({ productId }) => productId);
    await shop`update public.products set price = round(price * ${oneOf([0.9, 1.1])}, 2) where id = any (${ids})`;
    return orderNow(order.id);
  },
};

const priceOf = ({ subtotal, discount = 0, shipping, deliveryDiscount = 0, totalAmount, items }: StaffOrder): Price => ({
  subtotal: paisas(subtotal),
  discount: paisas(discount),
  shipping: paisas(shipping),
  deliveryDiscount: paisas(deliveryDiscount),
  total: paisas(totalAmount),
  shares: items.map(({ discount: share = 0 }) => paisas(share)),
});

test(`the prices of ${CARTS} random carts are right to the paisa, and quote, order, mail, slip and export agree`, async () => {
  const like = await place(randomLines(), null);
  const carts = Array.from({ length: CARTS }, randomCart);
  for (let first = 0; first < CARTS; first += CARTS_AT_ONCE) {
    const some = carts.slice(first, first + CARTS_AT_ONCE);
    for (const [place, row] of (await priced(some)).entries()) {
      const cart = some[place] as PricedCart;
      const from = `seed ${SEED}, cart ${first + place}`;
      expect(inPaisas(row), `${from}: ${JSON.stringify(cart)}`).toEqual(expectedPrice(cart));
      if (row.quote) {
        const { subtotal, shipping, total, discount = 0, deliveryDiscount: delivery_discount = 0 } = row.quote;
        expect(row.price, from).toMatchObject({ subtotal, shipping, total, discount, delivery_discount });
      }
      checkOrder(orderOf(cart, row, like), from);
    }
  }
});

test(`however ${LIVES} orders are placed, edited, added to and merged, they cost what was promised, and add up`, async () => {
  for (let life = 0; life < LIVES; life += 1) {
    const story = [`seed ${SEED}, life ${life}: placed`];
    try {
      let order = await place(randomLines(), randomOff());
      checkOrder(order, 'what was placed');
      for (let steps = below(MOST_STEPS + 1); steps > 0; steps -= 1) {
        const name = oneOf(Object.keys(STEPS));
        story.push(name);
        order = await (STEPS[name] as (typeof STEPS)[string])(order);
        checkOrder(order, name);
      }
    } catch (error) {
      (error as Error).message = `${story.join(', ')}: ${(error as Error).message}`;
      throw error;
    }
  }
  const wrong = await shop`
    select o.order_number, o.discount_code, r.* from public.orders o full join public.code_redemptions r on r.order_id = o.id
     where (o.discount_code is not null and o.status <> 'cancelled') <> (r.order_id is not null and r.released_at is null)
        or r.released_at is null and r.amount <> o.discount + o.delivery_discount
        or r.released_at is null and o.discount_code <> (select c.code from public.discount_codes c where c.id = r.code_id)`;
  expect(wrong).toEqual([]);
  const counted = await shop`
    select c.code from public.discount_codes c
     where c.max_uses < (select count(*) from public.code_redemptions r where r.code_id = c.id and r.released_at is null)`;
  expect(counted).toEqual([]);
  expect(await bookErrors(shop)).toEqual([]);
});
