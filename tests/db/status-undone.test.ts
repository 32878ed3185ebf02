import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { balances, creditOf, customerOf, refundOrder, sumsOf } from './calls/payment-calls.ts';
import { approve, arrived, askedFor, now } from './calls/return-calls.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const PRICE = 2999;

const database = await testPostgres();
const shop = await database.connect(2);
const placed = async () => ({
  order: await placeOrder(shop, orderFor([{ product: await newRing() }], { customerPhone: newPhone() })),
});
const newRing = () => addProduct(shop, { stock: 10, price: PRICE });

test.each([0, 500])(
  'an order of which %s went back, cancelled by mistake and delivered again, has no more cash',
  async (back) => {
    const { order } = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
    if (back) await refundOrder(shop, order, back);
    const [before, lies] = [await sumsOf(shop, order), await balances(shop)];
    await setStatus(shop, order, 'cancelled');
    await setStatus(shop, order, 'delivered');
    expect(await sumsOf(shop, order)).toEqual(before);
    expect(await balances(shop)).toEqual(lies);
    expect(await bookErrors(shop)).toEqual([]);
  },
);

test('an order that is refunded while it is cancelled by mistake has no more cash either', async () => {
  const { order } = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
  await setStatus(shop, order, 'cancelled');
  await refundOrder(shop, order, 500);
  await setStatus(shop, order, 'delivered');
  expect(await sumsOf(shop, order)).toMatchObject({ collected: PRICE, refunded: 500, due: 0 });
});

test('an exchange that has left, cancelled and set back, pays nobody', async () => {
  const one = await arrived(shop, [{ product: await newRing() }], { customerPhone: newPhone() });
  const item = { itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: (await newRing()).id } };
  const request = await askedFor(shop, one, { kind: 'exchange', outcome: 'exchange', items: [item] });
  await approve(shop, request, { outcome: 'exchange', sendsFirst: true, charges: 0 });
  const made = { id: (await now(shop, request)).exchange_order_id ?? '' };
  const parcel = await createShipment(shop, made);
  await setShipmentStatus(shop, parcel, 'in_transit');
  const state = async () => ({
    made: await sumsOf(shop, made),
    old: await sumsOf(shop, one.order),
    request: await now(shop, request),
    credit: await creditOf(shop, await customerOf(shop, made)),
  });
  const before = await state();

  await setStatus(shop, made, 'cancelled');
  expect(await now(shop, request)).toEqual(before.request);
  await setStatus(shop, made, 'shipped');
  expect(await state()).toEqual(before);
  expect(await bookErrors(shop)).toEqual([]);
});

interface Life {
  advance: number;
  steps: string[];
}

/** What an order may live through, with the sums that follow kept beside, in paisa. */
const lives = fc.record({
  advance: fc.constantFrom(0, 500, PRICE, PRICE + 300),
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('pending', 'processing', 'shipped', 'delivered', 'cancelled') },
      { weight: 2, arbitrary: fc.constantFrom('refund 300', 'refund 1000.5', 'refund all', 'refund half') },
    ),
    { minLength: 4, maxLength: 14 },
  ),
});

/** What the rider can have brought, and went back: told from the steps alone. */
async function live({ advance, steps }: Life): Promise<void> {
  const { order } = await placed();
  if (advance > 0) await shop`select shop.record_advance(shop.lock_order(${order.id}), ${advance}, 'cash')`;
  const total = PRICE * 100;
  const shadow = { status: 'pending', paid: advance * 100, back: 0, atDoor: 0, letOff: 0, hasArrived: false };
  for (const step of steps) {
    const received = shadow.paid + shadow.atDoor - shadow.back;
    if (step.startsWith('refund')) {
      const sum = step.endsWith('all')
        ? received
        : step.endsWith('half')
          ? Math.floor(received / 2)
          : Number(step.slice(7)) * 100;
      if (sum <= 0 || sum > received) continue;
      await refundOrder(shop, order, sum / 100);
      shadow.back += sum;
      // Whoever gets money back for what they have is let off: nobody asks for it again.
      if (shadow.hasArrived) shadow.letOff += sum;
    } else if (step !== shadow.status) {
      const outcome = await setStatus(shop, order, step as 'pending').then(
        () => 'done',
        (error: Error) => (/money_refunded/.test(error.message) ? 'refused' : Promise.reject(error)),
      );
      if (outcome === 'refused') {
        // Only what was delivered, and of which money went back, is held; the same order can still be cancelled or delivered.
        expect([shadow.hasArrived, shadow.back > 0, ['cancelled', 'delivered'].includes(step)]).toEqual([true, true, false]);
        continue;
      }
      if (step === 'delivered') {
        const due = Math.max(0, total - shadow.paid + shadow.back - shadow.letOff);
        // Riders have no paisa.
        if (!shadow.hasArrived) shadow.atDoor = due - (due % 100);
        shadow.hasArrived = true;
      } else if (step !== 'cancelled') {
        if (shadow.atDoor > 0) shadow.letOff = 0;
        shadow.atDoor = 0;
        shadow.hasArrived = false;
      }
      shadow.status = step;
    }
    const sums = await sumsOf(shop, order);
    expect([step, sums.collected * 100, Math.round(sums.refunded * 100)]).toEqual([step, shadow.atDoor, shadow.back]);
  }
}

test('no sequence of statuses and refunds invents cash: an order has what was due at its first delivery, and nothing of it twice', async () => {
  await fc.assert(fc.asyncProperty(lives, live), { numRuns: 200, seed: 45 });
  expect(await bookErrors(shop)).toEqual([]);
});

test('all of it went back, it was cancelled by mistake, and is delivered again: no more cash', async () => {
  await live({ advance: 0, steps: ['delivered', 'refund all', 'cancelled', 'delivered'] });
  await live({ advance: PRICE, steps: ['delivered', 'refund 300', 'cancelled', 'delivered'] });
  await live({ advance: PRICE, steps: ['delivered', 'refund 300', 'shipped', 'delivered'] });
});
