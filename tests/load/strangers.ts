/**
 * What a stranger can take from the shop, from one IPv4 address, from one IPv6 /64 and from fifty networks, within a few seconds: pieces, mails, charged
 * messages, guesses, stars, builds. Also by itself: `node tests/load/strangers.ts [ATTACK]`. Traffic goes to functions in a process of its own, bounded.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EmbeddedShop, NO_PAGES, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { type MailReceiver, startMailReceiver } from '#tests/setup/mail-receiver.ts';
import { type FaultyProject, startFaultyProject } from '#tests/setup/network-faults.ts';
import { orderFor, RING } from '#tests/setup/products.ts';
import { STAFF, signInStaff } from '#tests/setup/staff.ts';
import { startWhatsappDouble, WHATSAPP, type WhatsappDouble } from '#tests/setup/whatsapp-double.ts';

/** The address of the n-th call. */
const VANTAGES = {
  'one IPv4': () => '203.0.113.9',
  'one /64': (call: number) => `2001:db8:51:7::${(call + 1).toString(16)}`,
  '50 networks': (call: number) => `198.18.${call % 50}.7`,
} satisfies Record<string, (call: number) => string>;

type Vantage = keyof typeof VANTAGES;

interface Stranger {
  shop: EmbeddedShop;
  /** Sends the next call from this vantage. */
  call: EmbeddedShop['call'];
  /** What the shop talks to. */
  receiver: MailReceiver;
  meta: WhatsappDouble;
  project: FaultyProject;
}

/** What an attack got, in words. */
type Attack = (stranger: Stranger) => Promise<string>;

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
  return orderFor(items as never, subtotal + (subtotal >= 2999 ? 0 : 200), {
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

const ATTACKS: Record<string, Attack> = {
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
  'A8 a product while the database hangs': async ({ call, project }) => {
    await project.setFault('slow');
    const started = performance.now();
    const { status } = await call('GET', `/api/products/${RING.id}`);
    return `${status} after ${((performance.now() - started) / 1000).toFixed(1)} s`;
  },
  'A9 health while the database is down': async ({ call, project }) => {
    await project.setFault('down');
    const { status } = await call('GET', '/api/health');
    return String(status);
  },

  'B1 a locked-out member comes back': async ({ shop, call }) => {
    const owner = await signInStaff(shop);
    const join = async (token: string, username: string) => {
      const body = { username, email: `${username}@shop.test` };
      const { status, json } = await shop.call('POST', '/api/staff/invitations', { token, body });
      return { status, secret: json.data?.link?.split('#')[1] };
    };
    const password = 'a long enough password';
    const first = await join(owner, 'faiz');
    await shop.call('POST', '/api/staff/join', { body: { token: first.secret, password } });
    const login = await shop.call('POST', '/api/auth/admin/login', { body: { username: 'faiz', password } });
    const second = await join(login.json.data.token, 'omar');
    const [{ id }] = await shop.rows(`select id from public.staff where username = 'faiz'`);
    await shop.call('PUT', `/api/staff/${id}/active`, { token: owner, body: { isActive: false } });
    const back = second.secret
      ? (await call('POST', '/api/staff/join', { body: { token: second.secret, password } })).status
      : 'no link';
    return `a member invites: ${second.status}; locked out, by that invitation: ${back}`;
  },
  'B2 a member changes what the shop promises': async ({ shop }) => {
    const owner = await signInStaff(shop);
    const { json } = await shop.call('POST', '/api/staff/invitations', {
      token: owner,
      body: { username: 'faiz', email: 'faiz@shop.test' },
    });
    const password = 'a long enough password';
    await shop.call('POST', '/api/staff/join', { body: { token: json.data.link.split('#')[1], password } });
    const token = (await shop.call('POST', '/api/auth/admin/login', { body: { username: 'faiz', password } })).json.data.token;
    const { data } = (await shop.call('GET', '/api/settings')).json;
    const { data: rules } = (await shop.call('GET', '/api/confirmations/rules', { token })).json;
    const { updatedAt: _, gateSince, ...values } = rules;
    const put = async (path: string, body: unknown) => (await shop.call('PUT', path, { token, body })).status;
    const contact = await put('/api/settings', { contact: { ...data.contact, whatsapp: '923339999999' } });
    const delivery = await put('/api/settings', { delivery: { freeFrom: 1, fee: 1 } });
    return `phone ${contact}, delivery ${delivery}, confirmation rules ${await put('/api/confirmations/rules', { ...values, gate: gateSince !== null })}`;
  },
  'B3 passwords that shoppers may have': async ({ call }) => {
    const taken: string[] = [];
    for (const [n, password] of ['password', 'aaaaaaaa', '12345678', STAFF.password].entries()) {
      const { status } = await call('POST', '/api/auth/signup', { body: { email: `shopper${n}@example.com`, password } });
      if (status < 300) taken.push(password);
    }
    return taken.join(', ') || 'none';
  },
};

/** Makes one attack on a new shop and returns what it got. */
async function attack(name: string, vantage: Vantage): Promise<string> {
  const begin = ATTACKS[name];
  if (!begin) throw new Error(`There is no attack called ${name}, but ${Object.keys(ATTACKS).join(', ')}.`);
  const [receiver, meta] = await Promise.all([startMailReceiver(), startWhatsappDouble()]);
  Object.assign(process.env, { URL: NO_PAGES, RESEND_API_KEY: 're_test', RESEND_BASE_URL: receiver.url });
  if (name.includes('WhatsApp')) Object.assign(process.env, WHATSAPP, { WHATSAPP_API_URL: meta.url });
  let project: FaultyProject | undefined;
  const shop = await startEmbeddedShop({
    rateLimits: 'on',
    through: async (url) => {
      project = await startFaultyProject(url);
      return project.url;
    },
  });
  let calls = 0;
  const call: EmbeddedShop['call'] = (method, path, sent = {}) =>
    shop.call(method, path, { ...sent, ip: VANTAGES[vantage](calls++) });
  try {
    return await begin({ shop, call, receiver, meta, project: project as unknown as FaultyProject });
  } finally {
    await project?.setFault(null);
    await shop.stop();
    await Promise.all([project?.stop(), receiver.stop(), meta.stop()]);
  }
}

/** Makes the attacks, each on a new shop in a process of its own. A row each, a column for each place the stranger calls from. */
export async function measureStrangers(only = '') {
  const rows = [];
  for (const name of Object.keys(ATTACKS).filter((each) => each.includes(only))) {
    const row: Record<string, string> = { attack: name };
    for (const vantage of Object.keys(VANTAGES)) {
      const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), name, vantage]).catch(
        (error: Error) => ({ stdout: `failed: ${error.message.slice(0, 300)}` }),
      );
      row[vantage] = stdout.trim();
    }
    rows.push(row);
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name = '', vantage] = process.argv;
  if (vantage) {
    console.log(await attack(name, vantage as Vantage));
    process.exit();
  }
  for (const { attack: title, ...figures } of await measureStrangers(name)) {
    console.log(`\n${title}`);
    for (const [from, figure] of Object.entries(figures)) console.log(`  ${from.padEnd(12)} ${figure}`);
  }
}
