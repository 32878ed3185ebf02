/** What a stranger takes: pieces, mails, charged messages, guesses, stars, builds, the database's time. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { signInStaff } from '#tests/setup/samples/staff.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import { type Attack, type Stranger, send } from './stranger.ts';

const DEVICE = '0b9f8a1e-3a54-4c64-9f5c-0c8a8c3f2f11';

/** Everything that is on sale, a line for each choice. */
async function everything(shop: EmbeddedShop) {
  return shop.rows(`
    select p.id as "productId", p.price::float as price, least(v.stock_quantity, 100)::int as quantity,
           coalesce(nullif(v.color, ''), p.colors[1]) as "selectedColor", coalesce(nullif(v.size, ''), p.sizes[1]) as "selectedSize"
      from public.products p join public.product_variants v on v.product_id = p.id and v.archived_at is null
     where p.archived_at is null and p.is_available and v.stock_quantity > 0
     order by v.stock_quantity desc, v.id`);
}

type Line = Awaited<ReturnType<typeof everything>>[number];

/** An order for these lines, by somebody new each time unless `changes` says otherwise. */
function orderOf(lines: Line[], number: number, changes: Record<string, unknown> = {}) {
  const items = lines.map(({ price: _, ...line }) => Object.fromEntries(Object.entries(line).filter(([, value]) => value)));
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return orderFor(items as never, orderTotal(subtotal, DELIVERY), {
    customerPhone: `0333 ${1_000_000 + number}`,
    customerEmail: `stranger${number}@example.com`,
    customerAddress: `House ${number}, Street ${number}`,
    ...changes,
  });
}

/** As many lines as fit below 20 of a piece, 40 pieces and Rs 100,000: what somebody orders who knows the limits. */
function modest(lines: Line[]): Line[] {
  const chosen: Line[] = [];
  let units = 0;
  let value = 0;
  for (const line of lines) {
    const quantity = Math.min(line.quantity, 20, 40 - units, Math.floor((100_000 - value) / line.price));
    if (quantity <= 0) continue;
    chosen.push({ ...line, quantity });
    units += quantity;
    value += quantity * line.price;
  }
  return chosen.slice(0, 45);
}

/** What unconfirmed orders hold. */
async function held(shop: EmbeddedShop, before: number) {
  const [{ left, sold_out, products }] = await shop.rows(`
    select sum(stock_quantity)::int as left, count(*) filter (where stock_quantity = 0)::int as sold_out, count(*)::int as products
      from public.products where archived_at is null`);
  const [{ value, orders }] = await shop.rows(
    `select coalesce(sum(total_amount), 0)::int as value, count(*)::int as orders from public.orders where status = 'pending'`,
  );
  return `${before - left} of ${before} pieces (${sold_out} of ${products} products sold out), ${orders} orders of Rs ${value.toLocaleString('en')}`;
}

const stockOf = async (shop: EmbeddedShop): Promise<number> =>
  (await shop.rows(`select sum(stock_quantity)::int as n from public.products where archived_at is null`))[0].n;

/** Orders what is left until thirty orders in a row are refused. */
async function orderUntilRefused({ shop, call }: Stranger, changes: Record<string, unknown>, headers: Record<string, string>) {
  const before = await stockOf(shop);
  let refused = 0;
  for (let number = 0; number < 120 && refused < 30; number += 1) {
    const lines = modest(await everything(shop));
    if (lines.length === 0) break;
    const { status } = await call('POST', '/api/orders', { body: orderOf(lines, number, changes), headers });
    refused = status === 201 ? 0 : refused + 1;
  }
  return held(shop, before);
}

/** What is limited: section by section, line by line. */
export const ON_LIMITS: Record<string, Attack> = {
  'A1 one order of everything': async ({ shop, call }) => {
    const before = await stockOf(shop);
    const lines = (await everything(shop)).slice(0, 45);
    const { status } = await call('POST', '/api/orders', { body: orderOf(lines, 1) });
    return `${status}: ${await held(shop, before)}`;
  },
  'A1 orders of one phone': (stranger) => orderUntilRefused(stranger, { customerPhone: '0333 7654321' }, {}),
  'A1 orders of one device': (stranger) => orderUntilRefused(stranger, {}, { 'X-Device': DEVICE }),
  'A1 orders of ever new people': (stranger) => orderUntilRefused(stranger, {}, {}),

  'A2 60 contact messages': async ({ shop, call }) => {
    for (let n = 0; n < 60; n += 1)
      await call('POST', '/api/contact', { body: { firstName: 'Hina', email: `hina${n}@example.com`, message: `Message ${n}` } });
    const [{ stored }] = await shop.rows(`select count(*)::int as stored from public.contact_messages`);
    return `${stored} of 60 stored`;
  },
  'A2 200 guesses at one order': async ({ shop, call }) => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    const { json } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) });
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const body = { orderNumber: json.data.orderNumber, phone: `0345 ${1_000_000 + n}` };
      statuses.push((await call('POST', '/api/orders/track', { body })).status);
    }
    return `${statuses.filter((status) => status === 404).length} of 200 guesses looked up`;
  },
  'A2 200 guesses with one phone': async ({ shop, call }) => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) });
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const body = { orderNumber: `ORD-${20_000 + n}`, phone: '0300 1234567' };
      statuses.push((await call('POST', '/api/orders/track', { body })).status);
    }
    return `${statuses.filter((status) => status === 404).length} of 200 guesses looked up`;
  },

  'A3 60 orders to one mailbox': async ({ shop, call, receiver }) => {
    let placed = 0;
    for (let n = 0; n < 60; n += 1) {
      const [line] = (await everything(shop)).slice(n % 20);
      if (!line) break;
      const changes = { customerEmail: 'victim@example.com', customerName: 'Win a prize at www.evil.example' };
      const { status } = await call('POST', '/api/orders', { body: orderOf([{ ...line, quantity: 1 }], n, changes) });
      if (status === 201) placed += 1;
    }
    await shop.idle();
    await shop.runScheduled('housekeeping');
    const mails = [...receiver.mails.values()];
    const linked = mails.filter(({ html, text }) => /www\.evil\.example/.test(html + text)).length;
    return `${mails.length} mails for ${placed} orders, ${linked} with the stranger's link`;
  },
  'A3 120 orders to ever new mailboxes': async (stranger) => {
    const { shop, call, receiver } = stranger;
    for (let n = 0; n < 120; n += 1) {
      const [line] = (await everything(shop)).slice(n % 20);
      if (line) await call('POST', '/api/orders', { body: orderOf([{ ...line, quantity: 1 }], n) });
    }
    await shop.idle();
    await shop.runScheduled('housekeeping');
    const owner = await signInStaff(shop);
    const unsent = await send(stranger, 'GET', '/api/mails?status=held_back', undefined, owner).catch(() => null);
    return `${receiver.mails.size} mails of the day used, ${unsent?.json.pagination.totalItems ?? 'none'} held back and listed`;
  },
  'A3 messages by WhatsApp that are charged': async ({ shop, call, meta }) => {
    for (let n = 0; n < 60; n += 1) {
      const [line] = (await everything(shop)).slice(n % 20);
      if (line) await call('POST', '/api/orders', { body: orderOf([{ ...line, quantity: 1 }], n) });
    }
    await shop.idle();
    await shop.runScheduled('housekeeping');
    return `${meta.messages.length} questions to strangers`;
  },

  'A4 a review asks for a build': async ({ shop, call }) => {
    await shop.rows(`select public.claim_site_build(true)`);
    await shop.rows(`select public.confirm_site_build(now())`);
    await shop.rows(
      `update public.site_builds set started_at = now() - interval '1 day', finished_at = now() - interval '1 day' where status = 'succeeded'`,
    );
    await call('POST', `/api/products/${RING.id}/reviews`, { body: { userName: 'Hira', rating: 5, comment: 'Lovely' } });
    const [{ seconds }] = await shop.rows(`select ceil(shop.seconds_to_build())::int as seconds`);
    return `a build after ${Math.max(0, seconds)} s`;
  },
  'A5 60 reviews with one star': async ({ shop, call }) => {
    const rating = async () => {
      const { json } = await shop.call('GET', `/api/products/${RING.id}`);
      return `${json.data.rating} (${json.data.reviewCount})`;
    };
    const before = await rating();
    for (let n = 0; n < 60; n += 1)
      await call('POST', `/api/products/${RING.id}/reviews`, {
        body: { userName: `Nobody ${n}`, rating: 1, comment: `Bad ${n}` },
      });
    return `${before} → ${await rating()}`;
  },
  'A6 answers without a key of their own': async ({ call }) => {
    const paths = [`/api/products/${RING.id}`, '/api/categories', '/api/settings', '/api/products/featured', '/api/products'];
    const missing: string[] = [];
    for (const path of paths) {
      const { status, headers } = await call('GET', `${path}?x=1`);
      if (status === 200 && !headers.get('netlify-vary')) missing.push(path);
    }
    return missing.length === 0 ? 'none' : `${missing.length} of ${paths.length} without Netlify-Vary`;
  },
  'A6 pages that lie deep': async ({ shop, call }) => {
    const token = await signInStaff(shop);
    const products = await call('GET', '/api/products?page=4900');
    const history = await call('GET', '/api/stock-history?page=40000', { token });
    return `${products.status} and ${history.status}${products.status === 200 ? '' : `: ${products.json.message}`}`;
  },
  'A7 a file of 2.7 million rows': async (stranger) => {
    const token = await signInStaff(stranger.shop);
    const body = new FormData();
    body.append('file', new Blob([`Name\n${'A\n'.repeat(2_700_000)}`]), 'products.csv');
    const before = process.memoryUsage.rss();
    const delay = monitorEventLoopDelay();
    delay.enable();
    const { status } = await send(stranger, 'POST', '/api/catalogue/import/check', body, token);
    await new Promise((after) => setTimeout(after, 50));
    const grown = (process.resourceUsage().maxRSS * 1024 - before) / 2 ** 20;
    return `${status}, nobody else served for ${(delay.max / 1e9).toFixed(1)} s, ${Math.max(0, grown).toFixed(0)} MB`;
  },
  'A8 a product while the database hangs': async ({ call, project }) => {
    await project.setFault('slow');
    const started = performance.now();
    const { status } = await call('GET', `/api/products/${RING.id}`);
    return `${status} after ${((performance.now() - started) / 1000).toFixed(1)} s`;
  },
  'A9 health while the database is down': async ({ call, project }) => {
    await project.setFault('down');
    const down = await call('GET', '/api/health');
    await project.setFault(null);
    const { data } = (await call('GET', '/api/health')).json;
    return `${down.status}; knows ${Object.keys(data)
      .filter((part) => ['database', 'auth', 'storage', 'mail', 'schedule'].includes(part))
      .join(', ')}`;
  },
};
