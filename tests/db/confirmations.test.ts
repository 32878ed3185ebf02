import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import {
  addColleague,
  claim,
  claimNext,
  confirmationOf,
  confirmByShopper,
  letDue,
  override,
  recordAttempt,
} from './calls/confirmation-calls.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { price: 1000, stock: 5000 });
const sana = await addColleague(database.owner, 'sana');
const nida = await addColleague(database.owner, 'nida');
// Each test has the queue to itself.
beforeEach(async () => {
  await database.owner`update public.orders set status = 'delivered' where status <> 'delivered'`;
});

let house = 0;
/** Places an order of so many rings that is due now, whatever time it is. */
async function placeDue(quantity = 1) {
  const order = await placeOrder(
    shop,
    orderFor([{ product: ring, quantity }], { customerAddress: `House ${++house}, Street 4` }),
  );
  await letDue(database.owner, order);
  return order;
}

describe('quiet hours', () => {
  const moved = async (moment: string) => {
    const [row] = await shop<{ moment: Date }[]>`select shop.after_quiet_hours(${moment}::timestamptz) as moment`;
    return row?.moment.toISOString();
  };
  test.each([
    ['before ten in the evening', '2026-11-20T21:59:59+05:00', '2026-11-20T16:59:59.000Z'],
    ['at ten in the evening', '2026-11-20T22:00:00+05:00', '2026-11-21T04:00:00.000Z'],
    ['a second before midnight', '2026-11-20T23:59:59+05:00', '2026-11-21T04:00:00.000Z'],
    ['at midnight', '2026-11-21T00:00:00+05:00', '2026-11-21T04:00:00.000Z'],
    ['a second before nine', '2026-11-21T08:59:59+05:00', '2026-11-21T04:00:00.000Z'],
    ['at nine', '2026-11-21T09:00:00+05:00', '2026-11-21T04:00:00.000Z'],
    ['at night before a Sunday, a day like others', '2026-11-21T22:30:00+05:00', '2026-11-22T04:00:00.000Z'],
    ['on a Sunday afternoon', '2026-11-22T15:00:00+05:00', '2026-11-22T10:00:00.000Z'],
    ['in the last night of the year', '2026-12-31T23:00:00+05:00', '2027-01-01T04:00:00.000Z'],
  ])('%s', async (_, moment, expected) => expect(await moved(moment)).toBe(expected));
});

describe('an order', () => {
  test('waits for a confirmation from the moment it is placed, outside of quiet hours', async () => {
    const order = await placeOrder(shop, orderFor([{ product: ring }]));
    const [row] = await shop`select c.state, c.tries, c.is_open, c.due_at = shop.after_quiet_hours(o.created_at) as due
                               from public.order_confirmations c join public.orders o on o.id = c.order_id where o.id = ${order.id}`;
    expect(row).toEqual({ state: 'unconfirmed', tries: 0, is_open: true, due: true });
  });

  test('comes back in two hours when nobody answers, and is unreachable after the third try', async () => {
    const order = await placeDue();
    for (const tries of [1, 2]) {
      const { confirmation } = await recordAttempt(shop, order, 'no_answer', sana);
      expect(confirmation).toMatchObject({ state: 'no_answer', tries });
      const [due] = await shop`select c.due_at = shop.after_quiet_hours(a.created_at + interval '2 hours') as right
          from public.order_confirmations c join public.confirmation_attempts a using (order_id)
         where order_id = ${order.id} order by a.created_at desc limit 1`;
      expect(due).toEqual({ right: true });
    }
    const { confirmation, status } = await recordAttempt(shop, order, 'no_answer', sana);
    expect({ ...confirmation, status }).toMatchObject({ state: 'unreachable', tries: 3, due_at: null, status: 'pending' });
  });

  test('comes back when somebody promised to call, and only at a time to come', async () => {
    const order = await placeDue();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const { confirmation } = await recordAttempt(shop, order, 'call_back', sana, { callBackAt: tomorrow });
    expect(confirmation.state).toBe('call_back');
    const [due] = await shop`select due_at = shop.after_quiet_hours(${tomorrow}::timestamptz) as right
                               from public.order_confirmations where order_id = ${order.id}`;
    expect(due).toEqual({ right: true });

    const late = recordAttempt(shop, order, 'call_back', sana, { callBackAt: '2026-01-01T10:00:00Z' });
    expect(await refusalOf(late)).toMatchObject({ status: 422, details: { errors: [{ path: 'callBackAt' }] } });
  });

  test.each(['confirmed', 'wrong_number', 'refused'] as const)(
    'leaves the queue as %s, and keeps its status',
    async (outcome) => {
      const order = await placeDue();
      const asked = await recordAttempt(shop, order, outcome, sana, { note: 'She said so' });
      expect(asked).toMatchObject({ status: 'pending', confirmation: { state: outcome, due_at: null } });
      expect(await claimNext(shop, nida)).toBeNull();
      const attempts =
        await shop`select how, outcome, note, actor from public.confirmation_attempts where order_id = ${order.id}`;
      expect(attempts).toEqual([{ how: 'call', outcome, note: 'She said so', actor: sana }]);
    },
  );

  test('with a corrected phone number is tried anew', async () => {
    const order = await placeDue();
    await recordAttempt(shop, order, 'wrong_number', sana);
    await shop`update public.orders set customer_phone = '+923331234567' where id = ${order.id}`;
    expect(await confirmationOf(shop, order)).toMatchObject({ state: 'unconfirmed', tries: 0, due_at: expect.any(String) });
  });

  test.each(['shipped', 'delivered', 'cancelled'] as const)(
    'leaves the queue when it is %s, and returns with its status',
    async (status) => {
      const order = await placeDue();
      await claim(shop, order, sana);
      await setStatus(shop, order, status);
      expect(await confirmationOf(shop, order)).toMatchObject({ is_open: false, claimed_by: null, state: 'unconfirmed' });
      expect(await refusalOf(recordAttempt(shop, order, 'confirmed', sana))).toMatchObject({ status: 409, code: 'order_closed' });

      await setStatus(shop, order, 'pending');
      expect((await claimNext(shop, nida))?.id).toBe(order.id);
    },
  );

  test('leaves the queue when it is deleted', async () => {
    const order = await placeDue();
    await archiveOrder(shop, order);
    expect(await confirmationOf(shop, order)).toMatchObject({ is_open: false });
    expect(await refusalOf(claim(shop, order, sana))).toMatchObject({ status: 404, code: 'order_not_found' });
  });
});

describe('the queue', () => {
  test('has promised calls first, then the oldest day, then the most money', async () => {
    const [small, large, old, promised, later] = [
      await placeDue(1),
      await placeDue(5),
      await placeDue(2),
      await placeDue(1),
      await placeDue(9),
    ];
    await letDue(database.owner, old, '2026-11-01T10:00:00+05:00');
    await recordAttempt(shop, promised, 'call_back', sana, { callBackAt: new Date(Date.now() + 60_000).toISOString() });
    await letDue(database.owner, promised);
    await recordAttempt(shop, later, 'no_answer', sana);

    const seen: (string | undefined)[] = [];
    let last: { id: string } | null = null;
    for (let place = 0; place < 5; place += 1) {
      last = await claimNext(shop, sana, last);
      seen.push(last?.id);
    }
    // Who skips them all begins again.
    expect(seen).toEqual([promised.id, old.id, large.id, small.id, promised.id]);

    const [row] = await shop<{ list: { items: { order: { id: string } }[]; total: number } }[]>`
      select public.list_confirmations(null, 0, 10) as list`;
    expect(row?.list.items.map(({ order }) => order.id)).toEqual([promised.id, old.id, large.id, small.id, later.id]);
    expect(row?.list).toMatchObject({ total: 5, counts: expect.arrayContaining([{ state: 'unconfirmed', count: 3 }]) });
  });

  test('gives each order to one of many who ask at once', async () => {
    for (let number = 0; number < 20; number += 1) await placeDue();
    const team = await Promise.all(Array.from({ length: 20 }, (_, number) => addColleague(database.owner, `caller-${number}`)));
    const { done } = await race(20, (number) => claimNext(shop, team[number] ?? ''));
    expect(new Set(done.map((order) => order?.id)).size).toBe(20);
  });

  test('two people open one order at once, two hundred times: one has it each time, the other learns who', async () => {
    const winners = new Set<string>();
    for (let number = 0; number < 200; number += 1) {
      const order = await placeDue();
      const { done, refused } = await race(2, (person) => claim(shop, order, person === 0 ? sana : nida));
      expect(done).toHaveLength(1);
      const { id, name } = done[0]?.confirmation.claimed_by ?? { id: '', name: '' };
      expect(refused).toMatchObject([{ status: 409, code: 'claimed_by_other', details: { name, until: expect.any(String) } }]);
      expect(await confirmationOf(shop, order)).toMatchObject({ claimed_by: { id, name } });
      winners.add(name);
    }
    expect([...winners].every((name) => ['sana', 'nida'].includes(name))).toBe(true);
  });

  test('one answer that is sent ten times at once counts once, and each time the answer is the same', async () => {
    for (let number = 0; number < 20; number += 1) {
      const order = await placeDue();
      const { done, refused } = await race(10, () => recordAttempt(shop, order, 'no_answer', sana, { key: `twin-${order.id}` }));
      expect(refused).toEqual([]);
      expect(done.map(({ confirmation }) => [confirmation.state, confirmation.tries])).toEqual(Array(10).fill(['no_answer', 1]));
    }
  });

  test('an answer sent again counts for nothing, even when a colleague has the order or it is closed; its key is for no other answer', async () => {
    const order = await placeDue();
    const sent = { key: 'answer-of-sana' };
    await recordAttempt(shop, order, 'no_answer', sana, sent);
    await claim(shop, order, nida);
    expect((await recordAttempt(shop, order, 'no_answer', sana, sent)).confirmation).toMatchObject({
      tries: 1,
      claimed_by: { name: 'nida' },
    });
    await setStatus(shop, order, 'cancelled');
    expect((await recordAttempt(shop, order, 'no_answer', sana, sent)).confirmation.tries).toBe(1);
    for (const other of [order, await placeDue()]) {
      expect(await refusalOf(recordAttempt(shop, other, other === order ? 'confirmed' : 'no_answer', sana, sent))).toMatchObject({
        status: 422,
        code: 'idempotency_mismatch',
      });
    }
  });

  test('an order is free again when its claim ends, is given back, or has an answer', async () => {
    const order = await placeDue();
    await claim(shop, order, sana);
    expect(await claimNext(shop, nida)).toBeNull();
    expect(await refusalOf(recordAttempt(shop, order, 'confirmed', nida))).toMatchObject({ code: 'claimed_by_other' });
    // Somebody else's claim is not given back.
    await shop`select public.release_confirmation(${order.id}, ${nida})`;
    expect(await claimNext(shop, nida)).toBeNull();

    await database.owner`update public.order_confirmations set claimed_until = now() where order_id = ${order.id}`;
    expect((await claimNext(shop, nida))?.id).toBe(order.id);
    await shop`select public.release_confirmation(${order.id}, ${nida})`;
    expect((await claim(shop, order, sana)).confirmation.claimed_by?.name).toBe('sana');
    expect(
      (await recordAttempt(shop, order, 'call_back', sana, { callBackAt: '2099-01-01T10:00:00Z' })).confirmation,
    ).toMatchObject({
      claimed_by: null,
    });
  });
});

describe('the shopper', () => {
  const versionOf = async ({ id }: { id: string }) => {
    const [row] = await shop<{ version: string }[]>`select shop.order_version(${id}) as version`;
    return row?.version ?? null;
  };

  test('confirms what they saw, once', async () => {
    const order = await placeDue();
    const seen = await versionOf(order);
    for (let press = 0; press < 3; press += 1) expect(await confirmByShopper(shop, order, seen)).toBe('confirmed');
    expect(await confirmationOf(shop, order)).toMatchObject({ state: 'confirmed' });
    expect(await shop`select how, note, actor from public.confirmation_attempts where order_id = ${order.id}`).toEqual([
      { how: 'shopper', note: 'page', actor: null },
    ]);
  });

  test('does not confirm an order that costs something else now, nor one that is cancelled, shipped or gone', async () => {
    const [changed, cancelled, shipped, deleted] = [await placeDue(), await placeDue(), await placeDue(), await placeDue()];
    const seen = await versionOf(changed);
    await database.owner`update public.orders set shipping = shipping + 50, total_amount = total_amount + 50 where id = ${changed.id}`;
    expect(await confirmByShopper(shop, changed, seen)).toBe('changed');
    await setStatus(shop, cancelled, 'cancelled');
    expect(await confirmByShopper(shop, cancelled)).toBe('cancelled');
    await setStatus(shop, shipped, 'shipped');
    expect(await confirmByShopper(shop, shipped)).toBe('closed');
    await archiveOrder(shop, deleted);
    expect(await confirmByShopper(shop, deleted)).toBe('closed');

    const orders = [changed, cancelled, shipped, deleted].map(({ id }) => id);
    expect(await shop`select distinct state from public.order_confirmations where order_id in ${shop(orders)}`).toEqual([
      { state: 'unconfirmed' },
    ]);
    expect(await shop`select from public.confirmation_attempts where order_id in ${shop(orders)}`).toHaveLength(0);
  });

  test('may say that they want it, and staff still call when the order is held', async () => {
    const order = await placeDue();
    await database.owner`update public.order_confirmations set call_because = 'Rs 25,000 or more' where order_id = ${order.id}`;
    for (let press = 0; press < 2; press += 1) expect(await confirmByShopper(shop, order)).toBe('call_needed');
    expect(await confirmationOf(shop, order)).toMatchObject({ state: 'unconfirmed' });
    expect(await shop`select from public.confirmation_attempts where order_id = ${order.id}`).toHaveLength(1);
    expect((await recordAttempt(shop, order, 'confirmed', sana)).confirmation.state).toBe('confirmed');
  });
});

test('the timeline keeps every answer, and who lets an order go out for what reason', async () => {
  const order = await placeDue();
  await recordAttempt(shop, order, 'no_answer', sana, { note: 'Rang out' });
  await confirmByShopper(shop, order);
  expect(await override(shop, order, 'Paid at the counter', nida)).toMatchObject({
    confirmation: { state: 'confirmed', override: { because: 'Paid at the counter', by: 'nida' } },
  });
  const events = await shop`select subject, after, note, actor from public.order_events
                             where order_id = ${order.id} and kind = 'confirmation' order by created_at`;
  expect(events).toEqual([
    { subject: 'call', after: { confirmation: 'no_answer' }, note: 'Rang out', actor: sana },
    { subject: 'shopper', after: { confirmation: 'confirmed' }, note: 'page', actor: null },
    { subject: 'override', after: { confirmation: 'not_needed' }, note: 'Paid at the counter', actor: nida },
  ]);
});
