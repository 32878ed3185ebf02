/** What a stranger gets past what counts once, or is guessed: transaction numbers, discount codes, and the phones they are for. */
import { signInStaff } from '#tests/setup/samples/staff.ts';
import type { Attack, Stranger } from './stranger.ts';

const LIPSTICK = '68f0a1000000000000000232';
const items = [{ productId: LIPSTICK, quantity: 2 }];

/** One number as people, and people who cheat, type it. */
const SPELLINGS = ['TID: 4821 3900 7712', '۴۸۲۱۳۹۰۰۷۷۱۲', '４８２１３９００７７１２', '4821З9OO77l2', '48213900\u200b7712 paid'];
const NUMBER = '482139007712';

/** A shop with codes, and somebody who orders with them; each order from a phone of its own unless `changes` say otherwise. */
async function setUp({ shop }: Stranger) {
  const token = await signInStaff(shop);
  const staff = async (method: string, path: string, body: object) => (await shop.call(method, path, { token, body })).json.data;
  const quote = async (code?: string) =>
    (await shop.call('POST', '/api/cart/quote', { body: { items, ...(code && { code }) } })).json.data;
  const code = async (name: string, terms: object = {}) =>
    staff('POST', '/api/discount-codes', { code: name, kind: 'percent', value: 50, ...terms });
  let orders = 0;
  const place = async (changes: { code?: string; customerPhone?: string } = {}) => {
    orders += 1;
    const body = {
      customerName: 'Ayesha Khan',
      customerEmail: `stranger${orders}@example.com`,
      customerPhone: `0334 ${1_000_000 + orders}`,
      customerAddress: `House ${orders}, Street ${orders}`,
      city: 'Lahore',
      items,
      ...changes,
      totalAmount: (await quote(changes.code)).total,
    };
    return (await shop.call('POST', '/api/orders', { body, ip: `198.19.${orders}.7` })).json;
  };
  return { token, staff, code, place, quote };
}

export const ON_CODES: Record<string, Attack> = {
  'K1 one transaction number for two orders': async (stranger) => {
    const { staff, place } = await setUp(stranger);
    const order = async () => {
      const { data } = await place();
      await staff('PUT', `/api/advances/${data.id}`, { basis: 'sum', amount: 500, hours: 24 });
      return { orderNumber: data.orderNumber, key: data.pageKey };
    };
    const send = async (link: object, reference: string) =>
      (await stranger.call('POST', '/api/order-page/transfer', { body: { ...link, reference } })).status;
    await send(await order(), NUMBER);
    const other = await order();
    const statuses: number[] = [];
    for (const spelling of SPELLINGS) statuses.push(await send(other, spelling));
    return `${statuses.filter((status) => status === 200).length} of ${SPELLINGS.length} spellings count again`;
  },
  'K2 a code under an invented phone, which is corrected': async (stranger) => {
    const { shop, call } = stranger;
    const { token, code, place } = await setUp(stranger);
    let kept = 0;
    for (const [name, terms] of [
      ['ONCE', {}],
      ['FIRST', { oncePerPhone: false, newCustomersOnly: true }],
    ] as const) {
      await code(name, terms);
      const mine = `0335 ${name === 'ONCE' ? '1111111' : '2222222'}`;
      await place({ customerPhone: mine, ...(name === 'ONCE' && { code: name }) });
      for (const isByStaff of [false, true]) {
        const { data } = await place({ code: name });
        const link = { orderNumber: data.orderNumber, key: data.pageKey };
        if (isByStaff) await shop.call('PUT', `/api/orders/${data.id}`, { token, body: { customerPhone: mine } });
        else
          await call('POST', '/api/order-page/phone', {
            body: { ...link, lastDigits: data.customerPhone.slice(-4), customerPhone: mine },
          });
        const [now] = await shop.rows(
          `select customer_phone as phone, discount_code as code from public.orders where id = '${data.id}'`,
        );
        if (now.phone === `+92${mine.replace(/\D/g, '').slice(1)}` && now.code) kept += 1;
      }
    }
    return `${kept} of 4 orders keep the discount under the corrected phone`;
  },
  'K3 pieces added under a code that was paused': async (stranger) => {
    const { shop, call } = stranger;
    const { staff, code, place } = await setUp(stranger);
    const half = await code('HALF');
    const { data } = await place({ code: 'HALF' });
    const { id: _, uses, placed, delivered, returned, createdAt, updatedAt, ...fields } = half;
    await staff('PUT', `/api/discount-codes/${half.id}`, { ...fields, isPaused: true });
    const link = { orderNumber: data.orderNumber, key: data.pageKey };
    const { json } = await call('POST', '/api/order-page/items/quote', { body: { ...link, items } });
    const { before, after } = json.data;
    await shop.idle();
    return `Rs ${(after.discount ?? 0) - before.discount} off pieces of Rs ${after.subtotal - before.subtotal}`;
  },
  'K4 600 guesses of a code': async (stranger) => {
    const { code } = await setUp(stranger);
    await code('RIGHT');
    const guess = (n: number) => stranger.call('POST', '/api/cart/quote', { body: { items, code: `GUESS${n}` } });
    let looked = 0;
    for (let n = 0; n < 600; n += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, more) => guess(n + more)));
      looked += answers.filter(({ status }) => status === 200).length;
    }
    const somebody = await stranger.shop.call('POST', '/api/cart/quote', { body: { items, code: 'RIGHT' }, ip: '203.0.113.200' });
    return `${looked} of 600 looked up; somebody else’s right code: ${somebody.status}`;
  },
  'K5 whose phone does the shop know': async (stranger) => {
    const { code, place, quote } = await setUp(stranger);
    await code('FIRST', { oncePerPhone: false, newCustomersOnly: true });
    const { total } = await quote();
    const known = '0335 3333333';
    await place({ customerPhone: known });
    const order = async (customerPhone: string) => {
      const body = {
        customerName: 'Ayesha Khan',
        customerEmail: 'stranger@example.com',
        customerPhone,
        customerAddress: 'House 1',
        city: 'Lahore',
        items,
        code: 'FIRST',
        // Wrong, so that no order is placed.
        totalAmount: total + 1,
      };
      const { json } = await stranger.call('POST', '/api/orders', { body });
      return `${json.code} ${json.details?.refusedCode?.reason ?? ''}`.trim();
    };
    let told = 0;
    for (let n = 0; n < 50; n += 1) if ((await order(`0336 ${1_000_000 + n}`)) !== (await order(known))) told += 1;
    return `${told} of 50 phones told from one that is known, without an order`;
  },
};
