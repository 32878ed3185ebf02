/** How fast the shop answers over HTTP on the embedded stack. */
import { orderFor, PENDANT, RING } from '#tests/setup/products.ts';
import { memoryOf } from './memory.ts';
import { type RunningShop, withRunningShop } from './running-shop.ts';

/** Orders placed by one shopper, and again by ten. */
const ORDERS = 200;

interface Measured {
  p50: number;
  p95: number;
  p99: number;
  perSecond: number;
}

/** What is to be answered: a success, or a refusal of what was sent. */
type Wanted = (status: number) => boolean;
const good: Wanted = (status) => status < 300;
const refusal: Wanted = (status) => status >= 400 && status < 500;

/** Calls one after the other in each of `shoppers` lanes, `calls` in all. Milliseconds per call, calls per second. */
async function measure(calls: number, shoppers: number, call: () => Promise<Response>, wanted: Wanted = good): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      next += 1;
      const from = performance.now();
      const response = await call();
      await response.arrayBuffer();
      if (!wanted(response.status)) throw new Error(`${response.url} was answered ${response.status}`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, lane));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: (calls / (performance.now() - started)) * 1000 };
}

/** Starts a shop of its own, calls it as shoppers and as somebody hostile do, and prints the times beside the budgets. */
export function measureHttp(): Promise<void> {
  return withRunningShop(async (shop) => {
    await addStock(shop);
    const get = (path: string) => () => fetch(`${shop.url}${path}`);
    const post = (path: string, body: string) => () =>
      fetch(`${shop.url}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const line = { productId: RING.id, quantity: 1 };
    const product = get(`/api/products/${RING.id}`);
    let shoppers = 0;
    // Everybody is somebody else, as in a shop: one person's four hundred open orders would be read again for each further one.
    const order = () => {
      shoppers += 1;
      const person = { customerPhone: `0300 ${1_000_000 + shoppers}`, customerAddress: `House ${shoppers}, Street 4, F-7/2` };
      return post(
        '/api/orders',
        JSON.stringify(orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, person)),
      )();
    };
    const fiveMegabytes = post('/api/orders', JSON.stringify({ notes: 'x'.repeat(5_000_000) }));
    const manyLines = post('/api/orders', JSON.stringify({ items: Array.from({ length: 10_000 }, () => line) }));
    const brackets = post('/api/orders', `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);

    const staffList = () =>
      fetch(`${shop.url}/api/orders?page=1&limit=20`, { headers: { Authorization: `Bearer ${shop.token}` } });

    const memoryBefore = await memoryOf(shop.pid);
    await measure(50, 2, product);
    print(shop.bootSeconds, [
      ['product page (static), ten shoppers', await measure(500, 10, get(`/product/${RING.id}`)), ''],
      ['product JSON, one shopper', await measure(300, 1, product), 'p50 ≤ 15 ms'],
      ['product JSON, ten shoppers', await measure(600, 10, product), '≥ 300/s'],
      ['product list of 20', await measure(200, 1, get('/api/products?page=1&limit=20')), ''],
      ['search', await measure(200, 1, get('/api/products/search?q=gold%20ri')), ''],
      ['cart quote', await measure(200, 1, post('/api/cart/quote', JSON.stringify({ items: [line] }))), ''],
      ['order, one shopper', await measure(ORDERS, 1, order), 'p50 ≤ 15 ms'],
      ['order, ten shoppers', await measure(ORDERS, 10, order), '≥ 100/s'],
      ['staff list of 20 orders, one of staff', await measure(200, 1, staffList), 'p50 ≤ 15 ms'],
      ['staff list of 20 orders, ten of staff', await measure(300, 10, staffList), '≥ 90/s'],
      ['refusing 5 MB', await measure(100, 1, fiveMegabytes, refusal), 'p99 ≤ 200 ms'],
      ['refusing 10,000 lines', await measure(100, 1, manyLines, refusal), 'p99 ≤ 200 ms'],
      ['refusing 100,000 brackets', await measure(100, 1, brackets, refusal), 'p99 ≤ 200 ms'],
    ]);
    const memoryAfter = await memoryOf(shop.pid);
    if (memoryBefore && memoryAfter) {
      console.log(
        `memory of the shop: ${memoryBefore.toFixed()} MB after its start, ${memoryAfter.toFixed()} MB after this (≤ 600 MB)`,
      );
    }
  });
}

/** Puts enough of what the shoppers buy on the shelf, as staff do. */
async function addStock({ url, token }: RunningShop): Promise<void> {
  const adjusted = await fetch(`${url}/api/stock-history/adjust`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ productId: PENDANT.id, quantity: 2 * ORDERS, transactionType: 'purchase' }),
  });
  if (!adjusted.ok) throw new Error(`The shelf could not be filled: ${adjusted.status}`);
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
