import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStock, books, buyDuringFault, ORDERS } from '#tests/setup/buying-through-faults.ts';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { type MailReceiver, startMailReceiver } from '#tests/setup/mail-receiver.ts';
import {
  FAULTS,
  type FaultyProject,
  PROJECT_FAULTS,
  type ProjectFault,
  startFaultyProject,
} from '#tests/setup/network-faults.ts';

let shop: EmbeddedShop;
let project: FaultyProject;
let mail: MailReceiver;

beforeAll(async () => {
  mail = await startMailReceiver();
  Object.assign(process.env, { RESEND_BASE_URL: mail.url, RESEND_API_KEY: 're_test' });
  shop = await startEmbeddedShop({
    through: async (supabaseUrl) => {
      project = await startFaultyProject(supabaseUrl);
      return project.url;
    },
  });
  await addStock(shop);
}, 120_000);

afterAll(async () => {
  await shop.stop();
  await project.stop();
  await mail.stop();
});

test.for(PROJECT_FAULTS)(
  'with a database that is %s every shopper gets an answer, and every order is there once and whole',
  {
    timeout: 60_000,
  },
  async (kind: ProjectFault) => {
    const before = await books(shop);
    const { first, again } = await buyDuringFault(
      shop,
      () => project.setFault(kind),
      () => project.setFault(null),
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
