import { beforeEach, describe, expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const NIDA = { email: 'nida@shop.test', username: 'nida', password: 'a long enough password' };

const shop = await staffedShop();
const { token: sana } = shop;
await addStaff(shop.supabase, NIDA);
const nida = (await shop.call('POST', '/api/auth/admin/login', { body: NIDA })).json.data.token;
// Each test has the queue to itself.
beforeEach(() => shop.rows(`update orders set status = 'delivered' where status <> 'delivered'`));

const call = (method: string, path: string, body?: unknown, token = sana) =>
  shop.call(method, `/api/confirmations${path}`, { token, ...(body ? { body } : {}) });

let house = 0;
/** Places an order that is due now, whatever time it is. */
async function placeDue() {
  const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
  const body = { ...orderFor([line], 2050), customerAddress: `House ${++house}, Street 4` };
  const { json } = await shop.call('POST', '/api/orders', { body });
  await shop.rows(`update order_confirmations set due_at = now() where order_id = '${json.data.id}'`);
  return json.data;
}

describe('who works at the desk', () => {
  test('goes from order to order with one request each, and sees what was said before', async () => {
    const [first, second] = [await placeDue(), await placeDue()];
    const opened = await call('POST', '/next', { after: null });
    const ids = [first.id, second.id];
    expect(ids).toContain(opened.json.data.order.id);
    expect(opened.json.data).toMatchObject({
      order: { confirmation: { state: 'unconfirmed', claimedBy: { name: 'sana' }, gate: 'open' } },
      customer: { block: 'none', tags: [], notes: '', record: { orders: expect.any(Number), returned: 0 } },
      attempts: [],
    });

    const answered = await call('POST', `/${opened.json.data.order.id}/attempts`, {
      how: 'call',
      outcome: 'confirmed',
      note: 'Wants it by Friday',
      next: true,
    });
    expect(answered).toMatchObject({
      status: 200,
      json: { data: { order: { confirmation: { state: 'confirmed', dueAt: null, claimedBy: null } } } },
    });
    const { next } = answered.json.data;
    expect(ids.filter((id) => id !== opened.json.data.order.id)).toEqual([next.order.id]);
    const last = await call('POST', `/${next.order.id}/attempts`, { how: 'whatsapp', outcome: 'no_answer', next: true });
    expect(last.json.data.next).toBeNull();

    const { data } = (await call('GET', '?state=confirmed')).json;
    expect(data).toMatchObject({
      total: 1,
      items: [{ attempts: [{ how: 'call', outcome: 'confirmed', note: 'Wants it by Friday', by: 'sana' }] }],
      counts: { unconfirmed: 0, confirmed: 1, no_answer: 1, call_back: 0, unreachable: 0, wrong_number: 0, refused: 0 },
    });
  });

  test('sends an answer again when no word came back, and gets the same one', async () => {
    const [first] = [await placeDue(), await placeDue()];
    const attempt = { how: 'call', outcome: 'no_answer', next: true };
    const send = (key: string) =>
      shop.call('POST', `/api/confirmations/${first.id}/attempts`, {
        token: sana,
        body: attempt,
        headers: { 'Idempotency-Key': key },
      });
    const answer = await send('one-lost-answer');
    expect(answer.json.data).toMatchObject({
      order: { confirmation: { tries: 1 } },
      next: { order: { id: expect.any(String) } },
    });
    const again = await send('one-lost-answer');
    expect(again.json.data.order).toEqual(answer.json.data.order);
    expect(again.json.data.next.order.id).toBe(answer.json.data.next.order.id);
    expect((await send('another-answer')).json.data.order.confirmation.tries).toBe(2);
  });

  test('learns who works on an order, and until when', async () => {
    const { id } = await placeDue();
    expect((await call('POST', `/${id}/claim`)).status).toBe(200);
    expect(await call('POST', `/${id}/claim`, undefined, nida)).toMatchObject({
      status: 409,
      json: { code: 'claimed_by_other', message: 'sana works on this order right now', details: { name: 'sana' } },
    });
    expect((await call('DELETE', `/${id}/claim`)).json.data).toBeNull();
    expect((await call('POST', `/${id}/claim`, undefined, nida)).json.data.order.confirmation.claimedBy.name).toBe('nida');
  });

  test('must say when to call back, and why an order goes out unconfirmed', async () => {
    const { id } = await placeDue();
    expect(await call('POST', `/${id}/attempts`, { how: 'call', outcome: 'call_back' })).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'callBackAt' }] },
    });
    expect(await call('POST', `/${id}/override`, { reason: ' ' })).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'reason', message: 'Say why' }] },
    });
    const { json } = await call('POST', `/${id}/override`, { reason: 'Paid at the counter' });
    expect(json.data.confirmation.override).toMatchObject({ because: 'Paid at the counter', by: 'sana' });
  });
});

test('staff see the confirmation with every order, and shoppers never do', async () => {
  const placed = await placeDue();
  expect(placed).not.toHaveProperty('confirmation');
  const tracked = await shop.call('POST', '/api/orders/track', {
    body: { orderNumber: placed.orderNumber, phone: placed.customerPhone },
  });
  expect(tracked.json.data).not.toHaveProperty('confirmation');

  const waiting = { confirmation: { state: 'unconfirmed', tries: 0 } };
  const read = (path: string) => shop.call('GET', `/api/orders${path}`, { token: sana });
  expect((await read(`/${placed.id}`)).json.data).toMatchObject(waiting);
  expect((await read(`/number/${placed.orderNumber}`)).json.data).toMatchObject(waiting);
  expect((await read('?limit=1')).json.data).toMatchObject([waiting]);
  const { json } = await shop.call('PUT', `/api/orders/${placed.id}/status`, { body: { status: 'processing' }, token: sana });
  expect(json.data).toMatchObject(waiting);
});

describe('the rules', () => {
  const rules = {
    gate: true,
    confirmDeliveries: null,
    confirmBelow: null,
    confirmByStaff: true,
    holdScore: null,
    holdValue: 25_000,
    holdBlocked: true,
    holdUnknownCity: false,
    maxOpenOrders: null,
  };

  test('are saved by the version that was seen, and say which field is wrong', async () => {
    const { updatedAt } = (await call('GET', '/rules')).json.data;
    const saved = await call('PUT', '/rules', { ...rules, gate: false, updatedAt });
    expect(saved).toMatchObject({ status: 200, json: { data: { gateSince: null, holdValue: 25_000, confirmDeliveries: null } } });
    expect(await call('PUT', '/rules', { ...rules, updatedAt })).toMatchObject({
      status: 409,
      json: { code: 'edited_meanwhile' },
    });
    for (const [wrong, path] of [
      [{ confirmDeliveries: 3 }, 'confirmBelow'],
      [{ confirmDeliveries: 0, confirmBelow: 5000 }, 'confirmDeliveries'],
      [{ holdScore: 1.5 }, 'holdScore'],
      [{ maxOpenOrders: 0 }, 'maxOpenOrders'],
    ] as const) {
      expect(await call('PUT', '/rules', { ...rules, ...wrong })).toMatchObject({ status: 422, json: { errors: [{ path }] } });
    }
  });

  test('keep an unconfirmed order in the house until somebody lets it go for a reason', async () => {
    expect((await call('PUT', '/rules', rules)).json.data.gateSince).toEqual(expect.any(String));
    const { id } = await placeDue();
    const ship = () => shop.call('PUT', `/api/orders/${id}/status`, { body: { status: 'shipped' }, token: sana });
    expect(await ship()).toMatchObject({ status: 409, json: { code: 'not_confirmed' } });
    const parcel = await shop.call('POST', '/api/shipments', { body: { orderId: id }, token: sana });
    expect(parcel).toMatchObject({ status: 409, json: { code: 'not_confirmed' } });
    const { json } = await shop.call('POST', '/api/shipments/many', { body: { shipments: [{ orderId: id }] }, token: sana });
    expect(json.data).toMatchObject([{ shipment: null, refusal: { code: 'not_confirmed' } }]);

    await call('POST', `/${id}/override`, { reason: 'Paid at the counter' });
    expect((await ship()).status).toBe(200);
    await call('PUT', '/rules', { ...rules, gate: false });
  });
});
