import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { BOOK_ERRORS } from '#tests/db/rows/catalogue-rows.ts';
import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { type ShopProcess, startShop } from '#tests/start/shop-process.ts';
import { freePort } from './free-port.ts';

const SHOPPERS = 50;
const PHOTOGRAPHERS = 3;
/** What is killed: the process that serves the shop, the one that holds the database, or both at once, as when the power goes. */
const VICTIMS = ['host', 'database', 'both'] as const;
/** Answers after which, at the latest, the next kill comes. */
const LATEST_KILL = 200;
const GOODS = [PENDANT, { id: '68f0a1000000000000000232', price: 1190 }];

interface Kill {
  what: (typeof VICTIMS)[number];
  /** Orders that were acknowledged since the shop was up. */
  after: number;
  /** From the kill until the shop was open again. */
  seconds: number;
}

interface Acknowledged {
  key: string;
  orderNumber: string;
  totalAmount: number;
}

/** What came of it. `errors` is empty when nothing was lost, doubled or half done. */
export interface KilledShop {
  kills: Kill[];
  orders: number;
  photos: number;
  errors: string[];
}

/**
 * Kills a shop that 50 shoppers buy from and staff upload photos to, again and again, and starts it anew each time. A database that was killed alone is
 * started again by the shop. Shoppers send an order with the same
 * key until it is acknowledged. What is killed, and after how many orders, comes from the seed. Linux only: the database's process is found in /proc.
 */
export async function buyThroughKills({ kills, seed }: { kills: number; seed: number }): Promise<KilledShop> {
  const data = await mkdtemp(join(tmpdir(), 'shop-kills-'));
  const port = await freePort(2);
  const random = randomNumbers(seed);
  const acknowledged: Acknowledged[] = [];
  const photos: string[] = [];
  const report: Kill[] = [];
  const open = async () => {
    const started = startShop({ PORT: String(port), SHOP_DATA: data, NETLIFY_BUILD_HOOK: '' });
    await started.ready();
    return started;
  };

  let shop = await open();
  try {
    const access: ShopAccess = JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));
    await fillShelves(access);
    // What shoppers and staff wait for when they got no answer: that the shop is open.
    let isOpen: Promise<unknown> = Promise.resolve();
    let isClosing = false;
    let onOrder = () => {};

    const again = async <Result>(attempt: () => Promise<Result | undefined>): Promise<Result> => {
      for (let left = 20 + 2 * kills; left > 0; left -= 1) {
        await isOpen;
        const result = await attempt().catch((failure) => {
          if (failure instanceof Refused) throw failure;
          return undefined; // no answer, or half of one
        });
        if (result !== undefined) return result;
      }
      throw new Error('The shop is open and does not answer');
    };
    const shopper = async (number: number) => {
      for (let purchase = 0; !isClosing; purchase += 1) {
        const key = `shopper-${number}-purchase-${purchase}`;
        acknowledged.push(await again(() => buy(access.url, key)));
        onOrder();
      }
    };
    const token = await again(() => signIn(access));
    const photographer = async () => {
      while (!isClosing) photos.push(await again(() => upload(access.url, token)));
    };
    const everybody = Promise.all([
      ...Array.from({ length: SHOPPERS }, (_, number) => shopper(number)),
      ...Array.from({ length: PHOTOGRAPHERS }, photographer),
    ]);
    // It is waited for at the end; a failure before that is not to be without a listener.
    everybody.catch(() => {});

    for (let kill = 0; kill < kills; kill += 1) {
      const what = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'host';
      const after = 1 + Math.floor(random() * LATEST_KILL);
      const killed = shop;
      let left = after;
      await Promise.race([
        everybody,
        new Promise<void>((resolve) => {
          onOrder = () => {
            left -= 1;
            if (left === 0) resolve();
          };
        }),
      ]);
      const { promise, resolve } = Promise.withResolvers<void>();
      isOpen = promise;
      const began = performance.now();
      if (what === 'database') await killDatabase(killed, access.url);
      else {
        await killNow(killed, what);
        shop = await open();
      }
      report.push({ what, after, seconds: (performance.now() - began) / 1000 });
      resolve();
    }
    isClosing = true;
    await everybody;
    const lost = await lostPhotos(access, photos);
    shop.child.kill('SIGINT');
    await shop.ended;
    const errors = [...lost, ...(await errorsIn(data, port, acknowledged))];
    return { kills: report, orders: acknowledged.length, photos: photos.length, errors };
  } finally {
    shop.child.kill('SIGKILL');
    await shop.ended;
    await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** An answer that no kill explains. */
class Refused extends Error {}

async function answered(response: Response): Promise<any> {
  const text = await response.text();
  if (response.status < 500 && !response.ok) throw new Refused(`${response.url} answered ${response.status}: ${text}`);
  return response.ok ? JSON.parse(text).data : undefined;
}

/** An order of one or two products, as the key says. Undefined when the shop was busy. */
async function buy(url: string, key: string): Promise<Acknowledged | undefined> {
  const items = GOODS.slice(key.length % 2).map(({ id }, line) => ({ productId: id, quantity: 1 + line }));
  const subtotal = items.reduce((sum, { productId, quantity }) => {
    return sum + quantity * (GOODS.find(({ id }) => id === productId)?.price ?? 0);
  }, 0);
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(orderFor(items, orderTotal(subtotal, DELIVERY), { customerAddress: `House ${key}` })),
  });
  const order = await answered(response);
  return order && { key, orderNumber: order.orderNumber, totalAmount: order.totalAmount };
}

async function signIn({ url, staff }: ShopAccess): Promise<string | undefined> {
  const response = await fetch(`${url}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(staff),
  });
  return (await answered(response))?.token;
}

const PHOTO = await sharp({
  create: { width: 400, height: 400, channels: 3, background: '#57101f', noise: { type: 'gaussian' } },
})
  .jpeg()
  .toBuffer();

/** The address of a photo that was stored. */
async function upload(url: string, token: string): Promise<string | undefined> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PHOTO)]), 'ring.jpg');
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  return (await answered(response))?.secure_url;
}

async function fillShelves({ supabaseUrl, secretKey }: ShopAccess): Promise<void> {
  for (const { id } of GOODS) {
    await answered(
      await fetch(`${supabaseUrl}/rest/v1/rpc/adjust_stock`, {
        method: 'POST',
        headers: { apikey: secretKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ product_id: id, kind: 'purchase', units: 1_000_000, notes: '', actor: null }),
      }),
    );
  }
}

async function killNow({ child, ended }: ShopProcess, what: 'host' | 'both'): Promise<void> {
  const database = await databaseOf(child.pid ?? 0);
  child.kill('SIGKILL');
  if (what === 'both') process.kill(database, 'SIGKILL');
  await ended;
}

/** Resolves when the shop, which goes on, has a database that answers. @throws Error when the shop has ended instead */
async function killDatabase({ child, ended, printed }: ShopProcess, url: string): Promise<void> {
  const host = child.pid ?? 0;
  const killed = await databaseOf(host);
  process.kill(killed, 'SIGKILL');
  const hasEnded = ended.then(() => Promise.reject(new Error(`The shop ended with its database: ${printed()}`)));
  const isBack = async () => {
    const next = await databaseOf(host).catch(() => killed);
    return next !== killed && (await fetch(`${url}/api/health`)).ok;
  };
  while (!(await Promise.race([isBack(), hasEnded]))) await setTimeout(50);
}

/** The child of a shop's process that holds its database. */
async function databaseOf(host: number): Promise<number> {
  const children = (await readFile(`/proc/${host}/task/${host}/children`, 'utf8')).trim().split(/\s+/);
  for (const pid of children) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('supabase/server.ts')) return Number(pid);
  }
  throw new Error(`The process ${host} has no database`);
}

/** Photos that were acknowledged, or are listed, and are not there whole. */
async function lostPhotos({ supabaseUrl, secretKey }: ShopAccess, acknowledged: string[]): Promise<string[]> {
  const lost: string[] = [];
  const { data, error } = await createClient(supabaseUrl, secretKey).storage.from('photos').list('', { limit: 1_000 });
  if (error) throw error;
  const listed = data.map(({ name }) => `${supabaseUrl}/storage/v1/object/public/photos/${name}`);
  for (const photo of new Set([...acknowledged, ...listed])) {
    const response = await fetch(photo);
    const isWhole = response.ok && (await isPhoto(Buffer.from(await response.arrayBuffer())));
    if (!isWhole) lost.push(`the photo ${photo} is not there whole: ${response.status}`);
  }
  return lost;
}

function isPhoto(bytes: Buffer): Promise<boolean> {
  return sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** What is wrong in the database of a shop that has stopped, and in its folder. */
async function errorsIn(data: string, port: number, acknowledged: Acknowledged[]): Promise<string[]> {
  const keys = JSON.parse(await readFile(join(data, 'keys.json'), 'utf8'));
  const database = await startEmbeddedSupabase({ ...keys, home: join(data, 'supabase'), database: join(data, 'postgres'), port });
  try {
    const builds = (await readdir(join(data, 'site'))).filter((name) => name.startsWith('build-'));
    return [
      ...(await orderErrors(database, acknowledged)),
      ...((await database.sql(BOOK_ERRORS)) as { error: string }[]).map(({ error }) => error),
      ...(builds.length > 2 ? [`${builds.length} folders of pages are kept`] : []),
    ];
  } finally {
    await database.stop();
  }
}

/** Orders that are lost, doubled, changed or not whole: items, sums, the ledger and the mail belong to each. */
async function orderErrors(database: EmbeddedSupabase, acknowledged: Acknowledged[]): Promise<string[]> {
  const kept = (await database.sql(`
    select o.idempotency_key as key, o.order_number as "orderNumber", o.total_amount::float as "totalAmount",
           o.subtotal = (select sum(i.quantity * i.price) from public.order_items i where i.order_id = o.id) and o.total_amount = o.subtotal + o.shipping
             as sums,
           (select sum(i.quantity) from public.order_items i where i.order_id = o.id)
             = (select - sum(h.quantity) from public.stock_history h where h.reference_number = o.order_number) as ledger,
           (select count(*) from public.mail_outbox m where m.payload ->> 'order_number' = o.order_number)::int as mails
      from public.orders o order by o.created_at`)) as (Acknowledged & { sums: boolean; ledger: boolean; mails: number })[];
  const byKey = Map.groupBy(kept, ({ key }) => key);
  const errors = kept
    .filter(({ sums, ledger, mails }) => !sums || !ledger || mails !== 1)
    .map((order) => `the order ${order.orderNumber} is not whole: ${JSON.stringify(order)}`);
  for (const { key, orderNumber, totalAmount } of acknowledged) {
    const found = byKey.get(key) ?? [];
    const [order] = found;
    if (found.length !== 1) errors.push(`${orderNumber} is there ${found.length} times`);
    else if (order?.orderNumber !== orderNumber || order.totalAmount !== totalAmount)
      errors.push(`${orderNumber} was acknowledged, and ${order?.orderNumber} is kept`);
  }
  if (kept.length !== acknowledged.length) errors.push(`${kept.length} orders are kept of ${acknowledged.length} acknowledged`);
  return errors;
}
