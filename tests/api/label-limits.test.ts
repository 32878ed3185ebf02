import { beforeEach, expect, test } from 'vitest';
import { labelledParcel } from '#tests/setup/samples/labels.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
await shop.rows('update limits set network_units = 5000, shop_units = 5000');
beforeEach(() => shop.rows('delete from rate_limits where true'));

let number = 0;
const sendLabelled = (changes?: object) => labelledParcel(shop, ++number, changes);
const post = (path: string, body: object, ip: string) => shop.call('POST', `/api/order-page${path}`, { body, ip });

test('one network speaks of five parcels a day', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { label } = await sendLabelled();
    statuses.push((await post('/label/asked-sum', { ...label, asked: 1 }, `2001:db8:7:7::${n + 1}`)).status);
    // Saying it again is no other parcel.
    if (n === 0) await post('/label/asked-sum', { ...label, asked: 2 }, '2001:db8:7:7::99');
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('digits are tried five times a day for an order, from however many networks, and the right ones no more often', async () => {
  const sent = await sendLabelled({ customerPhone: '0300 1112223' });
  const { orderNumber, key } = sent.label;
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const lastDigits = n === 39 ? '2223' : String(1000 + n);
    statuses.push((await post('/label/link', { orderNumber, key, lastDigits }, `198.51.${n}.9`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(await shop.rows(`select id from mail_outbox where kind = 'order_link'`)).toEqual([]);
  const kept = await shop.rows('select bucket from rate_limits');
  expect(JSON.stringify(kept)).not.toContain(orderNumber);
});

test('and twenty times by a network, over all orders', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { label } = await sendLabelled();
    for (let m = 0; m < 4; m += 1) {
      const body = { orderNumber: label.orderNumber, key: label.key, lastDigits: '0000' };
      statuses.push((await post('/label/link', body, `2001:db8:8:8::${n * 4 + m + 1}`)).status);
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test('by number and phone the link is mailed five times a day, and wrong phones are counted as for tracking', async () => {
  const { order } = await sendLabelled({ customerPhone: '0300 1112224', customerEmail: 'tracked@example.com' });
  const ask = async (phone: string, n: number) =>
    (await shop.call('POST', '/api/orders/track/link', { body: { orderNumber: order.orderNumber, phone }, ip: `198.51.${n}.10` }))
      .status;
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) statuses.push(await ask('0300 1112224', n));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(
    await shop.rows(`select id from mail_outbox where kind = 'order_link' and recipient = 'tracked@example.com'`),
  ).toHaveLength(5);
  const wrong: number[] = [];
  for (let n = 0; n < 11; n += 1) wrong.push(await ask(`0300 555${1000 + n}`, n));
  expect(wrong).toEqual([...Array(10).fill(404), 429]);
});
