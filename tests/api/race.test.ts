import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCdnCache } from '#local/netlify/cdn-cache.ts';
import { mountFunctions } from '#local/netlify/functions.ts';
import { startHost } from '#local/netlify/host.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

afterAll(() => host.close());
const shop = await testShop();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const host = await startHost({
  port,
  storageUrl: shop.supabase.url,
  pages: () => ({ folder: 'no pages', before: undefined }),
  cache: createCdnCache(),
  functions: await mountFunctions(),
});

const order = (key: string) =>
  fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(
      orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, { customerAddress: `House ${key}` }),
    ),
  });

const ledger = async () =>
  (
    await shop.rows(
      `select sum(quantity)::int as sum, (select stock_quantity from products where id = '${PENDANT.id}') as stock from stock_history where product_id = '${PENDANT.id}'`,
    )
  )[0];

/** Leaves this many pendants on the shelf. */
const leave = (pieces: number) =>
  shop.rows(
    `select shop.change_stock('${PENDANT.id}', ${pieces} - stock_quantity, 'adjustment', null, null, null) from products where id = '${PENDANT.id}'`,
  );

// A database that has just begun prepares, with the first order, all that placing one takes: a hundred that waited for it would measure the machine.
beforeAll(async () => {
  await order('the-order-before-all-others');
});

test('100 shoppers buying 10 pieces at once make ten orders and ninety refusals, and stock ends at zero', async () => {
  await leave(10);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, shopper) => {
      const response = await order(`shopper-number-${shopper}`);
      return { status: response.status, code: (await response.json()).code };
    }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ status, code }) => status === 409 && code === 'out_of_stock')).toHaveLength(90);
  expect(await ledger()).toEqual({ sum: 0, stock: 0 });
});

test('one key sent twenty times at once makes one order and twenty equal answers', async () => {
  await leave(10);
  const answers = await Promise.all(Array.from({ length: 20 }, async () => (await order('one-and-the-same-key')).text()));
  expect(new Set(answers).size).toBe(1);
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({ success: true });
  expect(await ledger()).toEqual({ sum: 9, stock: 9 });
});
