import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { refundOrder, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { approve, arrived, askedFor, now, receive, settle } from './calls/return-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const PRICE = 2999;

const database = await testPostgres();
const shop = await database.connect(4);

/** Two rings that have arrived; one of them is back, and its worth is to be paid. */
async function oneBack() {
  const ring = await addProduct(shop, { stock: 10, price: PRICE });
  const one = await arrived(shop, [{ product: ring, quantity: 2 }], { customerPhone: newPhone() });
  const request = await askedFor(shop, one);
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  return { one, request };
}

const refundBesides = (order: { id: string }, amount: number) => refundOrder(shop, order, amount, 'cash', { isBesides: true });

const closeAsPaid = ({ id }: { id: string }) =>
  shop`select public.settle_return(${id}, '{"method": "cash", "reference": "", "isPaidAlready": true}', null)`;

test('a refund of an order whose return is open names the return, unless it is said to be for something else', async () => {
  const { one, request } = await oneBack();
  expect(await refusalOf(refundOrder(shop, one.order, PRICE))).toMatchObject({
    status: 409,
    code: 'returns_open',
    message: expect.stringContaining(request.return_number),
    details: { returns: [{ returnNumber: request.return_number, toPay: PRICE }] },
  });
  await refundBesides(one.order, 100);
  await settle(shop, request, 'cash');
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: PRICE + 100 });
  // Nothing is open any more.
  await refundOrder(shop, one.order, 50);
  expect(await bookErrors(shop)).toEqual([]);
});

test('a return that was paid back by a refund of the order is closed without another payment', async () => {
  const { one, request } = await oneBack();
  expect((await refusalOf(closeAsPaid(request))).details).toMatchObject({ errors: [{ path: 'isPaidAlready' }] });
  await refundBesides(one.order, PRICE);
  await closeAsPaid(request);
  expect(await now(shop, request)).toMatchObject({ state: 'settled', refund: PRICE, paidBack: PRICE });
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: PRICE });
});

test('one refund closes one return', async () => {
  const { one, request } = await oneBack();
  const second = await askedFor(shop, one);
  await approve(shop, second);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await refundBesides(one.order, PRICE);
  await closeAsPaid(request);
  expect((await refusalOf(closeAsPaid(second))).details).toMatchObject({ errors: [{ path: 'isPaidAlready' }] });
});

test('a return that a larger refund closed shows its own share, and the rest closes the next one', async () => {
  const { one, request } = await oneBack();
  const second = await askedFor(shop, one);
  await approve(shop, second);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await refundBesides(one.order, 2 * PRICE);
  await closeAsPaid(request);
  expect(await now(shop, request)).toMatchObject({ refund: PRICE, paidBack: PRICE });
  await closeAsPaid(second);
  expect(await now(shop, second)).toMatchObject({ state: 'settled', refund: PRICE, paidBack: PRICE });
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: 2 * PRICE });
});

test('a settlement that nothing is left for can be closed', async () => {
  const { one, request } = await oneBack();
  await refundBesides(one.order, 2 * PRICE);
  expect(await refusalOf(settle(shop, request, 'cash'))).toMatchObject({ code: 'refund_too_large' });
  await closeAsPaid(request);
  expect((await now(shop, request)).state).toBe('settled');
});

test('of refund and settlement at once one piece is paid back once', async () => {
  const { one, request } = await oneBack();
  const { done } = await race(4, (n) => (n % 2 ? settle(shop, request, 'cash') : refundOrder(shop, one.order, PRICE)));
  expect(done.length).toBeGreaterThan(0);
  // A refund that comes after the settlement is another one, of the other piece.
  expect((await now(shop, request)).paidBack).toBe(PRICE);
  expect(await bookErrors(shop)).toEqual([]);
});
