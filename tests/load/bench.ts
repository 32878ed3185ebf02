/** `npm run bench`: how fast the shop is on this machine, beside its budgets. Starts a shop of its own; nothing is left behind. */
import { cpus, totalmem } from 'node:os';
import startShop from '#tests/setup/browser-shop.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/products.ts';
import { readAccess } from '#tests/setup/shop-access.ts';
import { measureScale } from './scale.ts';

interface Measured {
  p50: number;
  p95: number;
  perSecond: number;
}

/** Calls one after the other in each of `shoppers` lanes, `calls` in all. Milliseconds per call, calls per second. */
async function measure(calls: number, shoppers: number, call: (n: number) => Promise<Response>): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      const n = next++;
      const from = performance.now();
      const response = await call(n);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`Call ${n} was answered ${response.status}`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, lane));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), perSecond: (calls / (performance.now() - started)) * 1000 };
}

const bootStarted = performance.now();
const stop = await startShop();
const boot = (performance.now() - bootStarted) / 1000;
try {
  const { url, supabaseUrl, secretKey } = await readAccess();
  const stock = await fetch(`${supabaseUrl}/rest/v1/products?id=eq.${PENDANT.id}&select=stock_quantity`, {
    headers: { apikey: secretKey },
  });
  const [{ stock_quantity: pieces }] = await stock.json();

  const product = () => fetch(`${url}/api/products/${RING.id}`);
  const page = () => fetch(`${url}/product/${RING.id}`);
  const list = () => fetch(`${url}/api/products?page=1&limit=20`);
  const search = () => fetch(`${url}/api/products/search?q=gold%20ri`);
  const quote = () => post('/api/cart/quote', { items: [{ productId: RING.id, quantity: 1 }] });
  const order = () => post('/api/orders', orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200));
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

  await measure(50, 2, product);
  const rows: [string, Measured, string][] = [
    ['product page (static)', await measure(500, 10, page), ''],
    ['product JSON, one shopper', await measure(300, 1, product), 'p50 ≤ 15 ms'],
    ['product JSON, ten shoppers', await measure(600, 10, product), '≥ 300/s'],
    ['product list of 20', await measure(200, 1, list), ''],
    ['search', await measure(200, 1, search), ''],
    ['cart quote', await measure(200, 1, quote), ''],
    ['order, one shopper', await measure(Math.floor(pieces / 2), 1, order), 'p50 ≤ 30 ms'],
    ['order, ten shoppers', await measure(Math.floor(pieces / 2), 10, order), '≥ 100/s'],
  ];

  console.log(`\n${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`);
  console.log(`first start (empty data folder, packages installed): ${boot.toFixed(1)} s\n`);
  console.table(
    Object.fromEntries(
      rows.map(([what, { p50, p95, perSecond }, budget]) => [
        what,
        { 'p50 ms': Number(p50.toFixed(1)), 'p95 ms': Number(p95.toFixed(1)), 'per second': Math.round(perSecond), budget },
      ]),
    ),
  );
} finally {
  await stop();
}

await measureScale();
