import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '#tests/setup/real-postgres.ts';
import { addProduct, type ProductRow } from './catalogue-rows.ts';
import { orderFor, placeOrder, setStatus } from './order-calls.ts';
import { race } from './race.ts';

let database: RealPostgres;
let shop: Sql;
let ring: ProductRow;
beforeAll(async () => {
  database = await startRealPostgres();
  shop = await database.connect(20);
  ring = await addProduct(shop, { price: 1000, stock: 5000 });
}, 60_000);
afterAll(() => database.stop());

const PHONE = '923001234567';
let house = 0;

const queue = () => shop`select queue_whatsapp_questions()`;

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
