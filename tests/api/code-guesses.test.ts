// What somebody learns who tries codes, and phones with a code.
import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
const { staff } = shop;

const LIPSTICK = '68f0a1000000000000000232';
const items = [{ productId: LIPSTICK, quantity: 1 }];
const { subtotal, total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;
const discounted = total - Math.round(subtotal / 10);

async function addCode(code: string, terms: Record<string, unknown> = {}) {
  const { status } = await staff('POST', '/api/discount-codes', { code, kind: 'percent', value: 10, ...terms });
  expect(status).toBe(201);
}

interface From {
  ip: string;
  device?: string;
}

function ask(code: string, { ip, device }: From) {
  return shop.call('POST', '/api/cart/quote', { body: { items, code }, ip, ...(device && { headers: { 'X-Device': device } }) });
}

let people = 0;

/** Orders as somebody of this phone, from a network of their own. */
function order(changes: Record<string, unknown>, from = '') {
  people += 1;
  const ip = from || `198.51.101.${people}`;
  const body = {
    customerName: 'Hira Malik',
    customerEmail: 'hira@example.com',
    customerPhone: `0302 ${7_000_000 + people}`,
    customerAddress: `House ${people}`,
    city: 'Lahore',
    items,
    totalAmount: total,
    ...changes,
  };
  return shop.call('POST', '/api/orders', { body, ip });
}

describe('a code that is once per phone, or for first orders,', () => {
  const known = '0300 9990001';

  test.each([
    ['once per phone', 'ONCEONLY', {}, { code: 'ONCEONLY', totalAmount: discounted }],
    ['for first orders', 'NEWCOMER', { oncePerPhone: false, newCustomersOnly: true }, {}],
  ])(
    'and is %s does not tell whose phone we know: only the order itself is refused, without a reason',
    async (_, code, terms, before) => {
      await addCode(code, terms);
      expect((await order({ customerPhone: known, ...before })).status).toBe(201);
      const quote = (await ask(code, { ip: '198.51.102.1' })).json.data;
      expect(quote).toMatchObject({ code, total: discounted });

      // What an order is refused for otherwise is said first, for known and unknown phones alike.
      const tried = (changes: object) =>
        Promise.all(
          [known, `0300 888${String(people).padStart(4, '0')}`].map((customerPhone) =>
            order({ customerPhone, code, ...changes }),
          ),
        );
      for (const wrong of [{ totalAmount: 1 }, { items: [{ productId: LIPSTICK, quantity: 99 }] }, { customerAddress: '' }]) {
        const [one, other] = await tried(wrong);
        expect(one?.status).toBeGreaterThanOrEqual(400);
        expect({ ...one?.json, requestId: '' }).toEqual({ ...other?.json, requestId: '' });
      }
      const [refused, placed] = await tried({ totalAmount: discounted });
      expect(placed?.status).toBe(201);
      expect(refused).toMatchObject({
        status: 409,
        json: { code: 'code_gone', details: { refusedCode: { code, reason: 'not_usable' }, total } },
      });
      expect(refused?.json.message).not.toMatch(/phone|number|first|used/i);
    },
  );

  test('is refused to whoever tries phone after phone, also for a phone that it is for', async () => {
    await addCode('PHONETRY', { oncePerPhone: false, newCustomersOnly: true });
    const phones = ['0300 9990011', '0300 9990012', '0300 9990013', '0300 9990014'];
    for (const customerPhone of phones) expect((await order({ customerPhone })).status).toBe(201);
    const ip = '198.51.103.9';
    const answers = [];
    for (let n = 0; n < 21; n += 1) {
      const { json } = await order({ customerPhone: phones[n % 4], code: 'PHONETRY', totalAmount: discounted }, ip);
      answers.push(json.code);
    }
    expect(answers).toEqual([...Array<string>(20).fill('code_gone'), 'too_many_guesses']);
    const right = { customerPhone: '0300 7770001', code: 'PHONETRY', totalAmount: discounted };
    expect((await order(right, ip)).status).toBe(429);
    expect((await order(right)).status).toBe(201);
  });
});

test('a browser that guesses codes from ever new networks is refused the right one after twenty, and nobody else is', async () => {
  await addCode('RIGHTONE');
  const device = 'a-device-that-guesses';
  for (let n = 0; n < 20; n += 1) expect((await ask(`GUESS${n}`, { ip: `198.18.${n}.7`, device })).status).toBe(200);
  const refused = await ask('RIGHTONE', { ip: '198.18.30.7', device });
  expect([refused.status, refused.json.code]).toEqual([429, 'too_many_guesses']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await ask('RIGHTONE', { ip: '198.18.31.7', device: 'a-fresh-device' })).status).toBe(200);
});
