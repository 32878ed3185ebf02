import postgres, { type Sql } from 'postgres';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { orderStatus } from '#domain/orders/contract.ts';
import { purchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from '#tests/db/calls/order-calls.ts';
import {
  adjustStock,
  createPurchaseOrder,
  createShipment,
  setPurchaseStatus,
  setShipmentStatus,
} from '#tests/db/calls/staff-calls.ts';
import { editProduct } from '#tests/db/calls/variant-calls.ts';
import { addProducts, bookErrors, type ProductRow } from '#tests/db/rows/catalogue-rows.ts';
import { startRealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { type MoneyDuties, moneyOfSoak, PERCENT } from './soak-money.ts';

export interface SoakFigures {
  orders: number;
  staffCalls: number;
  seconds: number;
  ordersPerSecond: number;
  /** Answers that were a no on purpose: sold out, or too little to take back. */
  refused: number;
  deadlocks: number;
  /** What is wrong with the ledger afterwards; empty when all is well. */
  bookErrors: string[];
}

/** Every second of them is counted by size, until staff count it as a whole, and the other way round. */
const PRODUCTS = 100;
const PRICE = 1000;
const SIZES = ['S', 'L'];
const DEADLOCK = '40P01';

const CLIENTS = 100;
/** One client in ten is staff, who change whatever orders, purchase orders and shipments they find. */
const CLIENTS_PER_STAFF = 10;

type Random = (below: number) => number;
type Count = (what: 'orders' | 'staffCalls', call: Promise<unknown>) => Promise<void>;

/**
 * Lets a hundred clients buy shuffled carts of the same products, with codes and without, and change each other's orders and what was paid for them, each
 * on a connection of its own to a real PostgreSQL: so many acts each, or for some seconds. Any failure but a refusal or a deadlock is thrown.
 */
export async function soak(length: { acts: number } | { seconds: number }): Promise<SoakFigures> {
  const database = await startRealPostgres();
  try {
    const sql = await database.connect(CLIENTS);
    const products = await addProducts(sql, PRODUCTS, { stock: 500, price: PRICE, sizes: SIZES });
    const { codes, duties } = await moneyOfSoak(sql);
    for (const [place, product] of products.entries()) if (place % 2) await countBySize(sql, product);
    const figures = { orders: 0, staffCalls: 0, refused: 0, deadlocks: 0 };
    const count: Count = async (what, call) => {
      const [end] = await Promise.allSettled([call]);
      if (end.status === 'fulfilled') figures[what] += 1;
      else if (codeOf(end.reason) === 'PGRST') figures.refused += 1;
      else if (codeOf(end.reason) === DEADLOCK) figures.deadlocks += 1;
      else throw end.reason;
    };

    const begins = performance.now();
    const passed = () => (performance.now() - begins) / 1000;
    const isOver = 'acts' in length ? (done: number) => done === length.acts : () => passed() >= length.seconds;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const random = randomFrom(client);
        const act = () =>
          client % CLIENTS_PER_STAFF === 0
            ? work(sql, products, duties, random, count)
            : buy(sql, products, codes, client, random, count);
        for (let done = 0; !isOver(done); done += 1) await act();
      }),
    );
    const seconds = Math.round(passed());
    return {
      ...figures,
      seconds,
      ordersPerSecond: Math.round(figures.orders / passed()),
      bookErrors: await bookErrors(database.owner),
    };
  } finally {
    await database.stop();
  }
}

/** Buys one to five products in whatever order, every second time with a code. Two clients share a phone. */
async function buy(
  sql: Sql,
  products: ProductRow[],
  codes: string[],
  client: number,
  random: Random,
  count: Count,
): Promise<void> {
  const cart = shuffled(products, random).slice(0, 1 + random(5));
  const lines = cart.map((product) => ({ product, quantity: 1 + random(3), selectedSize: oneOf(SIZES, random) }));
  const subtotal = lines.reduce((sum, { quantity }) => sum + quantity * PRICE, 0);
  const delivery = orderTotal(subtotal, DELIVERY) - subtotal;
  const off = random(2) ? { code: oneOf(codes, random), totalAmount: subtotal * (1 - PERCENT / 100) + delivery } : {};
  const customerPhone = `+92300${String(4_000_000 + Math.floor(client / 2))}`;
  await count('orders', placeOrder(sql, orderFor(lines, { customerPhone, ...off })));
}

/** Does one thing of a day in the back office, to rows that colleagues may be changing as well. */
async function work(sql: Sql, products: ProductRow[], money: MoneyDuties, random: Random, count: Count): Promise<void> {
  const [order, purchase, shipment] = await Promise.all([
    latest(sql, 'orders', random),
    latest(sql, 'purchase_orders', random),
    latest(sql, 'shipments', random),
  ]);
  const [product = { id: '' }, ...others] = shuffled(products, random).slice(0, 4);
  const lines = [product, ...others].map((each) => ({ product: each, size: oneOf(SIZES, random), quantity: 20 + random(60) }));
  const duties = [
    () => createPurchaseOrder(sql, lines),
    () => adjustStock(sql, product, 'return', 1 + random(9), oneOf(SIZES, random)),
    () => adjustStock(sql, product, 'adjustment', 100 + random(400), oneOf(SIZES, random)),
    ...(random(5) === 0 ? [() => countBySize(sql, product), () => editProduct(sql, product, { variants: [] })] : []),
    ...(order ? [() => setStatus(sql, order, oneOf(orderStatus.options, random)), () => createShipment(sql, order)] : []),
    ...(order ? [() => oneOf(money(order), random)()] : []),
    ...(order && random(5) === 0 ? [() => archiveOrder(sql, order)] : []),
    ...(purchase ? [() => setPurchaseStatus(sql, purchase, oneOf(purchaseOrderStatus.options, random))] : []),
    ...(shipment ? [() => setShipmentStatus(sql, shipment, oneOf(shipmentStatus.options, random))] : []),
  ];
  await count('staffCalls', oneOf<() => Promise<unknown>>(duties, random)());
}

function countBySize(sql: Sql, product: { id: string }): Promise<void> {
  return editProduct(sql, product, { variants: SIZES.map((size) => ({ size, stockQuantity: 250 })) });
}

/** One of the few newest rows, so that several clients meet at it. */
async function latest(sql: Sql, table: 'orders' | 'purchase_orders' | 'shipments', random: Random) {
  const rows = await sql<{ id: string }[]>`
    select id from public.${sql(table)} where archived_at is null order by created_at desc limit 5`;
  return rows[random(Math.max(1, rows.length))];
}

function codeOf(failure: unknown): string | undefined {
  return failure instanceof postgres.PostgresError ? failure.code : undefined;
}

function oneOf<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Random numbers that are the same for the same seed: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomFrom(seed: number): Random {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
