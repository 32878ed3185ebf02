import { afterAll, expect, test } from 'vitest';
import { READ_MS } from '#server/database/deadline.ts';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { RING } from '#tests/setup/samples/products.ts';
import { addStock, books, buyDuringFault, ORDERS } from '#tests/setup/stack/buying-through-faults.ts';
import {
  FAULTS,
  type FaultyProject,
  PROJECT_FAULTS,
  type ProjectFault,
  startFaultyProject,
} from '#tests/setup/stack/network-faults.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

let project: FaultyProject;

const mail = await startMailReceiver();
Object.assign(process.env, { RESEND_BASE_URL: mail.url, RESEND_API_KEY: 're_test' });
afterAll(async () => {
  await project.stop();
  await mail.stop();
});
const shop = await staffedShop({
  through: async (supabaseUrl) => {
    project = await startFaultyProject(supabaseUrl);
    return project.url;
  },
});
const { token } = shop;
await addStock(shop);
provokes('503 ', 'sending ', 'mails not sent: send failed', 'reading the settings for a page: ');

test.for(PROJECT_FAULTS)(
  'with a database that is %s every shopper gets an answer, and every order is there once and whole',
  {
    timeout: 60_000,
  },
  async (kind: ProjectFault) => {
    const before = await books(shop);
    let relax: (() => void) | undefined;
    const { first, again } = await buyDuringFault(
      shop,
      () => {
        relax = hurry();
        return project.setFault(kind);
      },
      () => {
        relax?.();
        return project.setFault(null);
      },
    );

    expect(first.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    for (const { status, json } of first) {
      expect([201, 503]).toContain(status);
      expect(JSON.stringify(json)).not.toMatch(/node_modules|at \w+ \(|select |supabase/i);
    }
    expect(again.map(({ status }) => status)).toEqual(Array(ORDERS).fill(201));
    // Whoever was told a number the first time has that order, and no second one.
    for (const [index, { status, json }] of first.entries()) {
      if (status === 201) expect(again[index]?.json.data.orderNumber).toBe(json.data.orderNumber);
    }
    expect(await books(shop)).toEqual({
      orders: before.orders + ORDERS,
      items: before.items + ORDERS,
      mails: before.mails + ORDERS,
      sales: before.sales + ORDERS,
      stock: before.stock - ORDERS,
    });
  },
);

test.for(FAULTS)('a mail service and a storage that are %s hold up no order', { timeout: 60_000 }, async (kind) => {
  const { first } = await buyDuringFault(
    shop,
    () => {
      mail.setFault(kind);
      project.setFault(kind, (asked) => asked.includes('/storage/'));
    },
    () => {
      mail.setFault(null);
      project.setFault(null);
    },
  );
  expect(first.map(({ status }) => status)).toEqual(Array(ORDERS).fill(201));
});

/** Each read by somebody, and how it answers while nothing is wrong. */
function reads() {
  const quoted = { items: [{ productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size }] };
  return [
    () => shop.call('GET', `/api/products/${RING.id}`),
    () => shop.call('GET', '/api/products?search=ring'),
    () => shop.call('GET', '/api/categories'),
    () => shop.call('GET', '/api/orders', { token }),
    () => shop.call('POST', '/api/cart/quote', { body: quoted }),
    () => shop.call('POST', '/api/orders/track', { body: { orderNumber: 'ORD-99999', phone: '0300 1234567' } }),
  ];
}

test('a read from a database that hangs says so within five seconds, and asks it once', { timeout: 60_000 }, async () => {
  const asked: string[] = [];
  const each = reads();
  await shop.idle();
  hurry();
  await project.setFault('slow', (request) => asked.push(request) > 0);
  const started = performance.now();
  const answers = await Promise.all(each.map((read) => read()));
  const took = performance.now() - started;
  await project.setFault(null);

  expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
    each.map(() => [503, expect.stringMatching(/_unreachable$/)]),
  );
  expect(answers.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
  // Each call by itself would wait for seven, and some reads make three.
  expect(took).toBeLessThan(2 * READ_MS);
  expect(new Set(asked).size).toBe(asked.length);
});

test('a form without script is answered, too, with the page that says so', { timeout: 30_000 }, async () => {
  const send = async (path: string, fields: Record<string, string>) => {
    const request = new Request(new URL(path, 'http://shop.test'), { method: 'POST', body: new URLSearchParams(fields) });
    const answer = await shop.ask(request);
    return [answer.status, await answer.text()];
  };
  await shop.idle();
  await project.setFault('slow');
  const pages = await Promise.all([
    send('/forms/track', { orderNumber: 'ORD-99999', phone: '0300 1234567' }),
    send('/forms/contact', { firstName: 'Hina', email: 'hina@example.com', message: 'Silver?' }),
  ]);
  await project.setFault(null);
  for (const page of pages) expect(page).toEqual([503, expect.stringContaining('busy')]);
});

test('a read from a database that is gone says so at once', async () => {
  const each = reads();
  await project.setFault('down');
  const started = performance.now();
  const answers = await Promise.all(each.map((read) => read()));
  const took = performance.now() - started;
  await project.setFault(null);
  expect(answers.map(({ status }) => status)).toEqual(each.map(() => 503));
  expect(took).toBeLessThan(READ_MS);
});

test('the health of a shop without its database is 503, with what else is known', { timeout: 20_000 }, async () => {
  hurry();
  for (const fault of ['down', 'slow'] as const) {
    await project.setFault(fault, (asked) => asked.includes('/rest/'));
    const { status, json } = await shop.call('GET', '/api/health');
    await project.setFault(null);
    const elsewhere = fault === 'down' ? 'down' : 'up';
    expect([status, json.code]).toEqual([503, 'database_unreachable']);
    expect(json.details).toEqual({
      status: 'down',
      database: 'down',
      auth: elsewhere,
      storage: elsewhere,
      mail: 'unknown',
      mailsWaiting: null,
      pages: 'unknown',
      schedule: 'unknown',
      housekeepingAt: null,
      builtAt: null,
    });
  }
});

test('a connection that breaks once costs no read its answer', async () => {
  for (const read of reads()) {
    let broken = 0;
    await project.setFault('resetting', (request) => request.startsWith('GET') && broken++ === 0);
    const { status } = await read();
    await project.setFault(null);
    expect([200, 404]).toContain(status);
  }
});
