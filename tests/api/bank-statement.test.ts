import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const LINES = '/api/bank-statement/lines';
const LIPSTICK = '68f0a1000000000000000232';
let orders = 0;

async function newOrder() {
  orders += 1;
  const items = [{ productId: LIPSTICK, quantity: 1 }];
  const { json: quote } = await shop.call('POST', '/api/cart/quote', { body: { items } });
  const { json } = await shop.call('POST', '/api/orders', {
    body: {
      customerName: 'Hira Malik',
      customerEmail: 'hira@example.com',
      customerPhone: `0301 ${7_000_000 + orders}`,
      customerAddress: `House ${orders}`,
      city: 'Lahore',
      items,
      totalAmount: quote.data.total,
    },
    headers: { 'Idempotency-Key': `statement-${orders}-0123456789` },
  });
  return json.data;
}

const add = (lines: object[]) => staff('POST', LINES, { lines });
const open = async () => (await staff('GET', `${LINES}?limit=100`)).json.data;

describe('lines of a statement', () => {
  test('say which order they pay by its number and sum, and leave equal sums to choose', async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    const amount = one.totalAmount;
    await add([
      { day: '2026-11-25', amount, reference: `IBFT ${one.orderNumber}` },
      { day: '2026-11-25', amount, reference: 'IBFT' },
      { day: '2026-11-25', amount: 77, reference: 'Somebody' },
    ]);
    const lines = await open();
    const of = (reference: string) => lines.find((line: { reference: string }) => line.reference === reference);
    expect(of(`IBFT ${one.orderNumber}`)).toMatchObject({
      match: 'sure',
      candidates: [{ orderNumber: one.orderNumber, customerName: 'Hira Malik' }],
    });
    expect(of('IBFT').match).toBe('choose');
    expect(of('IBFT').candidates.map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual([
      one.orderNumber,
      two.orderNumber,
    ]);
    expect(of('Somebody')).toMatchObject({ match: 'none', candidates: [] });

    const matches = [
      { lineId: of(`IBFT ${one.orderNumber}`).id, orderNumber: one.orderNumber.toLowerCase() },
      { lineId: of('IBFT').id, orderNumber: one.orderNumber },
    ];
    const { status, json } = await staff('POST', '/api/bank-statement/bookings', { matches });
    expect(status).toBe(200);
    expect(json.data.map(({ refusal }: { refusal: string | null }) => refusal).toSorted()).toEqual(
      [null, `Only Rs 0 is due for ${one.orderNumber}. Choose another order, or set the line aside.`].toSorted(),
    );
    expect((await staff('GET', `/api/orders/${one.id}`)).json.data.paymentStatus).toBe('paid');
    expect((await staff('GET', `${LINES}?state=booked`)).json.data).toMatchObject([
      { orderNumber: one.orderNumber, decidedBy: 'sana' },
    ]);
  });

  test.each([
    [[], /no line/],
    [Array.from({ length: 501 }, (_, n) => ({ day: '2026-11-25', amount: 1, reference: `${n}` })), /500/],
    [[{ day: '31/11/2026', amount: 1, reference: '' }], /date/],
    [[{ day: '2026-11-25', amount: 0, reference: '' }], /Above 0/],
    [[{ day: '2026-11-25', amount: -5, reference: '' }], /./],
    [[{ day: '2026-11-25', amount: 1.005, reference: '' }], /decimals/],
    [[{ day: '2026-11-25', amount: '5', reference: '' }], /./],
    [[{ day: '2026-11-25', amount: 1, reference: 'x'.repeat(201) }], /200/],
    [
      [
        { day: '2026-11-25', amount: 1, reference: 'fine' },
        { day: '', amount: 1, reference: 'bad' },
      ],
      /date/,
    ],
  ])('that are wrong are refused, and none of them is stored (%#)', async (lines, message) => {
    const before = (await open()).length;
    const { status, json } = await add(lines);
    expect(status).toBe(422);
    expect(json.errors[0].message).toMatch(message);
    expect(await open()).toHaveLength(before);
  });

  test('are set aside for a reason and opened again', async () => {
    await add([{ day: '2026-11-25', amount: 88, reference: 'Rent' }]);
    const line = (await open()).find(({ reference }: { reference: string }) => reference === 'Rent');
    const aside = await staff('PUT', `${LINES}/${line.id}/reason`, { reason: 'Not of a customer' });
    expect(aside.json.data).toMatchObject({ state: 'set_aside', because: 'Not of a customer', decidedBy: 'sana' });
    expect((await staff('PUT', `${LINES}/${line.id}/reason`, { reason: '' })).json.data).toMatchObject({
      state: 'open',
      because: '',
    });
    expect((await staff('PUT', `${LINES}/${'f'.repeat(24)}/reason`, { reason: '' })).json.code).toBe('statement_line_not_found');
  });
});
