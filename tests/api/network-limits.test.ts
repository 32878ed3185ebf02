import { beforeEach, describe, expect, test } from 'vitest';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop({ rateLimits: 'on' });
await shop.rows(`select public.adjust_stock('${PENDANT.id}', 'purchase', 1000, '', null)`);
beforeEach(() => shop.rows('delete from rate_limits where true'));

const sameAddress = () => '198.51.100.20';
/** Another address each time, all of one server's or household's network. */
const oneNetwork = (call: number) => `2001:db8:5:6::${(call + 1).toString(16)}`;
const fiftyNetworks = (call: number) => `198.18.${call % 50}.7`;

/** Calls one after the other; their statuses. */
async function repeat(calls: number, call: (number: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < calls; number += 1) statuses.push((await call(number)).status);
  return statuses;
}
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

const message = { firstName: 'Hina', email: 'hina@example.com', message: 'Is it silver?' };

describe('an IPv6 network has no more than one IPv4 address', () => {
  const write = (ip: string) => shop.call('POST', '/api/contact', { body: message, ip });
  const writeForm = (ip: string, fields = message) =>
    shop.ask(new Request('http://shop.test/forms/contact', { method: 'POST', body: new URLSearchParams(fields) }), ip);

  test('for messages, by the API and by the form without script together', async () => {
    const byAddress = await repeat(30, async () => write(sameAddress()));
    await shop.rows('delete from rate_limits where true');
    const byNetwork = await repeat(30, async (call) => (call % 2 ? write(oneNetwork(call)) : writeForm(oneNetwork(call))));
    expect([count(byAddress, 201), count(byNetwork, 201) + count(byNetwork, 200)]).toEqual([5, 5]);
  });

  test('for messages that are refused as well: what is wrong with them is not looked at before they are counted', async () => {
    const statuses = await repeat(7, async (call) =>
      call % 2
        ? writeForm(sameAddress(), { ...message, email: 'no' })
        : shop.call('POST', '/api/contact', { body: {}, ip: sameAddress() }),
    );
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await write(sameAddress())).status).toBe(429);
  });

  test('and nothing is read of what is sent beyond them', async () => {
    await repeat(5, () => write(sameAddress()));
    let reads = 0;
    const sendUnread = (path: string, type: string) => {
      const pull = () => {
        reads += 1;
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const sent = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': type } };
      return shop.ask(new Request(`http://shop.test${path}`, sent as RequestInit), sameAddress());
    };
    const answers = [
      await sendUnread('/api/contact', 'application/json'),
      await sendUnread('/forms/contact', 'application/x-www-form-urlencoded'),
    ];
    expect([answers.map(({ status }) => status), reads]).toEqual([[429, 429], 0]);
  });

  test('for wrong passwords', async () => {
    const guess = (ip: string) =>
      shop.call('POST', '/api/auth/login', { ip, body: { email: 'nobody@example.com', password: 'a guess' } });
    const byNetwork = await repeat(5, (call) => guess(oneNetwork(call)));
    expect(byNetwork).toEqual([401, 401, 401, 429, 429]);
  });

  test('and an IPv4 address is one, also where it is mapped into IPv6', async () => {
    const mapped = await repeat(10, (call) => write(call % 2 ? '203.0.113.77' : '::ffff:203.0.113.77'));
    expect(count(mapped, 201)).toBe(5);
  });
});

describe('guesses of a tracked order', () => {
  const phoneOf = (number: number) => `0301${String(2_000_000 + number)}`;
  const ask = (orderNumber: string, phone: string, ip: string) =>
    shop.call('POST', '/api/orders/track', { body: { orderNumber, phone }, ip });
  async function place(customerAddress: string) {
    const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, { customerPhone: '0300 7654321', customerAddress });
    return (await shop.call('POST', '/api/orders', { body })).json.data;
  }

  test('of one order’s phone stop after ten, from however many networks', async () => {
    const { orderNumber } = await place('House 1');
    const guesses = await repeat(200, (call) =>
      ask(call % 2 ? orderNumber : orderNumber.toLowerCase(), phoneOf(call), fiftyNetworks(call)),
    );
    expect([count(guesses, 404), count(guesses, 429)]).toEqual([10, 190]);
    // Nor is the right one told from a wrong one.
    const refused = await ask(orderNumber, '0300 7654321', '198.19.0.1');
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_guesses']);
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.json.details.retryAfter);
    expect(refused.json.details.retryAfter).toBeGreaterThan(3_000);
  });

  test('of the digits with which an order’s page corrects its phone stop after five, the right ones, too', async () => {
    const { orderNumber, pageKey: key } = await place('House 3');
    const correct = (lastDigits: string, ip: string) =>
      shop.call('POST', '/api/order-page/phone', {
        body: { orderNumber, key, lastDigits, customerPhone: '0321 5550009' },
        ip,
      });
    expect((await correct('4321', '198.19.0.1')).status).toBe(200);
    const guesses = await repeat(20, (call) => correct(String(1000 + call), fiftyNetworks(call)));
    expect([count(guesses, 422), count(guesses, 429)]).toEqual([5, 15]);
    const refused = await correct('0009', '198.19.0.1');
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_guesses']);
    expect(refused.json.message).toContain('Please call or write to us');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  });

  test('of one phone’s orders stop after ten, in whichever way and spelling they are asked', async () => {
    const asks = [
      (number: string, ip: string) => ask(number, '03217654321', ip),
      (number: string, ip: string) => shop.call('GET', `/api/orders/track?orderNumber=${number}&phone=%2B923217654321`, { ip }),
      (orderNumber: string, ip: string) =>
        shop.ask(
          new Request('http://shop.test/forms/track', {
            method: 'POST',
            body: new URLSearchParams({ orderNumber, phone: '0321-7654321' }),
          }),
          ip,
        ),
    ] as const;
    const guesses = await repeat(200, (call) => (asks[call % 3] ?? asks[0])(`ORD-${90_000 + call}`, fiftyNetworks(call)));
    expect([count(guesses, 404), count(guesses, 429)]).toEqual([10, 190]);
  });

  test('at once are counted one by one', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, call) => ask('ORD-70000', phoneOf(call), fiftyNetworks(call))),
    );
    expect(
      count(
        guesses.map(({ status }) => status),
        404,
      ),
    ).toBe(10);
  });

  test('do not count for who knows number and phone', async () => {
    const { orderNumber } = await place('House 2');
    const looks = await repeat(50, () => ask(orderNumber, '+92 300 7654321', sameAddress()));
    expect(count(looks, 200)).toBe(50);
  });

  test('leave no phone and no order number behind', async () => {
    await ask('ORD-80000', '0300 1112223', sameAddress());
    const kept = JSON.stringify(await shop.rows('select * from rate_limits'));
    expect(kept).not.toMatch(/80000|3001112223|198\.51/);
  });
});

test('whoever asks for the health again and again is told the same for five seconds, and the database is asked once', async () => {
  const health = async () => (await shop.call('GET', '/api/health')).json.data;
  const first = await health();
  await shop.rows(
    `insert into shop.job_runs (name, done_at) values ('housekeeping', '2020-01-01') on conflict (name) do update set done_at = '2020-01-01'`,
  );
  expect(await Promise.all(Array.from({ length: 20 }, health))).toEqual(Array.from({ length: 20 }, () => first));
});
