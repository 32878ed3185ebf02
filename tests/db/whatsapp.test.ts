import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { price: 1000, stock: 5000 });

const PHONE = '923001234567';
let house = 0;

const queue = () => shop`select queue_whatsapp_questions(false)`;

/** An order that was asked about, and the key of its buttons. */
async function asked() {
  const order = await placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${++house}` }));
  await queue();
  const [question] = await shop<{ button_key: string }[]>`select button_key from whatsapp_questions where order_id = ${order.id}`;
  return { order, key: question?.button_key ?? '' };
}

const press = (id: string, key: string, pressed: string, second: number) => ({
  id,
  phone: PHONE,
  sent_at: new Date(1_800_000_000_000 + second * 1000).toISOString(),
  answers: null,
  pressed,
  key,
  body: null,
});
const receive = (...messages: ReturnType<typeof press>[]) => shop`select receive_whatsapp(${shop.json(messages)}, '[]')`;
const stateOf = async ({ id }: { id: string }) =>
  (await shop<{ state: string }[]>`select state from order_confirmations where order_id = ${id}`)[0]?.state;
const attemptsOf = ({ id }: { id: string }) => shop`select outcome from confirmation_attempts where order_id = ${id}`;

test('runs that overlap ask about each order once', async () => {
  await race(30, () => placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${++house}` })));
  await race(20, queue);
  const [counts] =
    await shop`select (select count(*) from orders)::integer as orders, (select count(*) from whatsapp_questions)::integer as questions,
    (select count(*) from mail_outbox where kind::text = 'whatsapp_question')::integer as messages`;
  expect(counts).toEqual({ orders: 30, questions: 30, messages: 30 });
});

test('a press that is delivered twenty times at once does its work once', async () => {
  const { order, key } = await asked();
  await race(20, () => receive(press('wamid.once', key, 'change', 1)));
  expect(await attemptsOf(order)).toHaveLength(1);
});

test('presses end the same in whichever order they arrive, also at once and in batches that cross', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, asked));
  const presses = orders.flatMap(({ key }, n) => [
    press(`wamid.${n}.a`, key, n % 2 ? 'confirm' : 'cancel', 1),
    press(`wamid.${n}.b`, key, n % 2 ? 'cancel' : 'confirm', 2),
  ]);
  await race(20, (n) => receive(...(n % 2 ? presses : presses.toReversed())));
  for (const [n, { order }] of orders.entries()) expect(await stateOf(order)).toBe(n % 2 ? 'call_back' : 'confirmed');
});

test('a press that races a cancellation leaves a cancelled order as it is', async () => {
  for (let round = 0; round < 10; round++) {
    const { order, key } = await asked();
    await race<unknown>(2, (n) =>
      n === 0 ? setStatus(shop, order, 'cancelled') : receive(press(`wamid.race.${round}`, key, 'confirm', 1)),
    );
    const [answer] = await shop`select effect from whatsapp_answers where id = ${`wamid.race.${round}`}`;
    expect(answer?.effect).toBe((await stateOf(order)) === 'confirmed' ? 'confirmed' : 'cancelled');
  }
});

test('a status and the answer to its sending end the same, whichever is first', async () => {
  for (let round = 0; round < 10; round++) {
    const { order } = await asked();
    const [question] = await shop<{ id: string }[]>`select id from whatsapp_questions where order_id = ${order.id}`;
    const id = question?.id ?? '';
    const told = [{ id: `wamid.s.${round}`, question: id, status: 'delivered', at: new Date().toISOString(), error: null }];
    const sent = [{ id, outcome: 'sent', reference: `wamid.s.${round}` }];
    await race(2, (n) =>
      n === 0
        ? shop`select record_whatsapp_questions(${shop.json(sent)})`
        : shop`select receive_whatsapp('[]', ${shop.json(told)})`,
    );
    const [row] = await shop`select q.status, q.whatsapp_id, q.error, m.sent_at is not null as sent
      from whatsapp_questions q join mail_outbox m on m.id = q.id where q.id = ${id}`;
    expect(row).toEqual({ status: 'delivered', whatsapp_id: `wamid.s.${round}`, error: null, sent: true });
  }
});

describe('what the shop may ask in a day', () => {
  beforeEach(async () => {
    await queue();
    await shop`update mail_outbox set admitted_at = admitted_at - interval '1 day' where true`;
    await shop`update limits set whatsapp_per_number = 4, whatsapp_per_day = 6 where true`;
  });

  const placeFrom = (customerPhone: string) =>
    placeOrder(shop, orderFor([{ product: ring }], { customerPhone, customerAddress: `House ${++house}` }));
  const statusesOf = async (orders: { id: string }[]) =>
    (
      await shop`select status, error from whatsapp_questions where order_id in ${shop(orders.map(({ id }) => id))} order by created_at, id`
    ).map(({ status, error }) => error ?? status);
  const askLimited = () => race(8, () => shop`select queue_whatsapp_questions()`);

  test('a number is asked four times, then the desk is told to call, also by runs that overlap', async () => {
    const orders = [];
    for (let n = 0; n < 6; n++) orders.push(await placeFrom('+923331111111'));
    await askLimited();
    const often = 'Not asked: this number was asked often enough today. Please call.';
    expect((await statusesOf(orders)).toSorted()).toEqual([often, often, 'waiting', 'waiting', 'waiting', 'waiting']);
    const [first] = await shop`select count(*)::integer as n from mail_outbox where recipient = '923331111111'`;
    expect(first?.n).toBe(4);
    // The desk has all of them.
    const [due] = await shop`select count(*)::integer as n from order_confirmations
      where due_at is not null and is_open and order_id in ${shop(orders.map(({ id }) => id))}`;
    expect(due?.n).toBe(6);
  });

  test('the shop asks no more than its day allows, whichever numbers, and again on the next day', async () => {
    const orders = [];
    for (let n = 0; n < 8; n++) orders.push(await placeFrom(`+92334000000${n}`));
    await askLimited();
    expect((await statusesOf(orders)).filter((status) => status === 'waiting')).toHaveLength(6);
    await shop`update mail_outbox set admitted_at = admitted_at - interval '1 day' where true`;
    const next = await placeFrom('+923340000008');
    await askLimited();
    expect(await statusesOf([next])).toEqual(['waiting']);
    await askLimited();
    expect(
      (await statusesOf(orders)).filter((status) => status === 'waiting'),
      'nobody is asked a day late',
    ).toHaveLength(6);
  });
});
