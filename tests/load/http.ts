/** How fast the shop answers over HTTP on the embedded stack. */
import { RING } from '#tests/setup/samples/products.ts';
import { type Measured, measure, type Wanted } from './measure-calls.ts';
import { memoryOf } from './memory.ts';
import { withRunningShop } from './running-shop.ts';
import { addStock, listingOrders, ordering, quoting } from './shop-calls.ts';

/** Orders placed by one shopper, and again by ten. */
const ORDERS = 200;

const refusal: Wanted = (status) => status >= 400 && status < 500;

/** Starts a shop of its own, calls it as shoppers and as somebody hostile do, and prints the times beside the budgets. */
export function measureHttp(): Promise<void> {
  return withRunningShop(async (shop) => {
    await addStock(shop, 2 * ORDERS);
    const get = (path: string) => () => fetch(`${shop.url}${path}`);
    const post = (path: string, body: string) => () =>
      fetch(`${shop.url}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const line = { productId: RING.id, quantity: 1 };
    const product = get(`/api/products/${RING.id}`);
    const order = ordering(shop);
    const fiveMegabytes = post('/api/orders', JSON.stringify({ notes: 'x'.repeat(5_000_000) }));
    const manyLines = post('/api/orders', JSON.stringify({ items: Array.from({ length: 10_000 }, () => line) }));
    const brackets = post('/api/orders', `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);

    const staffList = listingOrders(shop);
    const memoryBefore = await memoryOf(shop.pid);
    await measure(50, 2, product);
    print(shop.bootSeconds, [
      ['product page (static), ten shoppers', await measure(500, 10, get(`/product/${RING.id}`)), ''],
      ['product JSON, one shopper', await measure(300, 1, product), 'p50 ≤ 15 ms'],
      ['product JSON, ten shoppers', await measure(600, 10, product), '≥ 300/s'],
      ['product list of 20', await measure(200, 1, get('/api/products?page=1&limit=20')), ''],
      ['search', await measure(200, 1, get('/api/products/search?q=gold%20ri')), ''],
      ['cart quote', await measure(200, 1, quoting(shop)), 'p50 ≤ 4 ms'],
      ['order, one shopper', await measure(ORDERS, 1, order), 'p50 ≤ 12 ms'],
      ['order, ten shoppers', await measure(ORDERS, 10, order), '≥ 150/s'],
      ['staff list of 20 orders, one of staff', await measure(200, 1, staffList), 'p50 ≤ 9 ms'],
      ['staff list of 20 orders, ten of staff', await measure(300, 10, staffList), '≥ 90/s'],
      ['refusing 5 MB', await measure(100, 1, fiveMegabytes, refusal), 'p99 ≤ 200 ms'],
      ['refusing 10,000 lines', await measure(100, 1, manyLines, refusal), 'p99 ≤ 200 ms'],
      ['refusing 100,000 brackets', await measure(100, 1, brackets, refusal), 'p99 ≤ 200 ms'],
    ]);
    const memoryAfter = await memoryOf(shop.pid);
    if (memoryBefore && memoryAfter) {
      console.log(
        `memory of the shop: ${memoryBefore.toFixed()} MB after its start, ${memoryAfter.toFixed()} MB after this (≤ 500 MB)`,
      );
    }
  });
}

function print(boot: number, rows: [string, Measured, string][]): void {
  console.log(`first start (empty data folder, packages installed): ${boot.toFixed(1)} s\n`);
  console.table(
    Object.fromEntries(
      rows.map(([what, { p50, p95, p99, perSecond }, budget]) => [
        what,
        { 'p50 ms': rounded(p50), 'p95 ms': rounded(p95), 'p99 ms': rounded(p99), 'per second': Math.round(perSecond), budget },
      ]),
    ),
  );
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}
