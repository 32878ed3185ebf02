import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, codeNow, newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { addProducts, bookErrors, type ProductRow } from './rows/catalogue-rows.ts';

const CLIENTS = 16;

const database = await testPostgres();
const shop = await database.connect(CLIENTS);

/** Two pieces of 1,000 rupees by somebody new, with ten percent off. */
function withCode(product: ProductRow | undefined, code: string) {
  if (!product) throw new Error('There is no such product');
  const totalAmount = 1800 + DELIVERY.fee;
  return orderFor([{ product, quantity: 2 }], { customerPhone: newPhone(), code, totalAmount });
}

test('an order whose code has no limit waits for no other order with that code', async () => {
  const [ring, jhumka] = await addProducts(shop, 2, { stock: 10, price: 1000 });
  const code = await addCode(shop);
  const [first, second] = [await database.connect(1), await database.connect(1)];
  await first`begin`;
  await placeOrder(first, withCode(ring, code.code));
  await second`set lock_timeout = '2s'`;
  await placeOrder(second, withCode(jhumka, code.code));
  await first`commit`;
  expect(await codeNow(shop, code)).toMatchObject({ uses: 2 });
});

test('different pieces are ordered with one code by sixteen at once, cancelled and taken up again, without a deadlock', async () => {
  const products = await addProducts(shop, CLIENTS, { stock: 1000, price: 1000 });
  const code = await addCode(shop);
  const { done, refused } = await race(CLIENTS * 12, async (number) => {
    const order = await placeOrder(shop, withCode(products[number % CLIENTS], code.code));
    if (number % 3) await setStatus(shop, order, 'cancelled');
    if (number % 3 === 2) await setStatus(shop, order, 'pending');
    return order;
  });
  expect(refused).toEqual([]);
  expect(done).toHaveLength(CLIENTS * 12);
  expect(await codeNow(shop, code)).toMatchObject({ uses: CLIENTS * 8 });
  expect(await bookErrors(shop)).toEqual([]);
});

test.each([{ most: 7 }, { most: 130 }])(
  'of orders at once exactly $most get a code that $most may use, however many are cancelled meanwhile',
  async ({ most }) => {
    const products = await addProducts(shop, CLIENTS, { stock: 1000, price: 1000 });
    const code = await addCode(shop, { max_uses: most });
    const { done, refused } = await race(most + 40, (number) =>
      placeOrder(shop, withCode(products[number % CLIENTS], code.code)),
    );
    expect(done).toHaveLength(most);
    expect(new Set(refused.map((refusal) => refusal.code))).toEqual(new Set(['code_gone']));
    expect(refused[0]?.details).toMatchObject({ refusedCode: { reason: 'used_up' } });

    const [given, ...kept] = done;
    if (!given) throw new Error('Nothing was ordered');
    const again = await race(CLIENTS, async (number) => {
      if (number === 0) await setStatus(shop, given, 'cancelled');
      return placeOrder(shop, withCode(products[number], code.code));
    });
    expect(again.done.length).toBeLessThanOrEqual(1);
    expect(await codeNow(shop, code)).toMatchObject({ uses: kept.length + again.done.length });
    expect(await bookErrors(shop)).toEqual([]);
  },
);
