import { beforeAll, expect, test } from 'vitest';
import { ORDER_WORK } from '#domain/orders/contract.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import type { Work, WorkDue } from '#domain/reports/work-due.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const read = async (path: string) => (await staff('GET', `/api/${path}`)).json.data;
/** How many a list has. */
const listed = async (path: string) => (await staff('GET', `/api/${path}`)).json.pagination.totalItems as number;

let placed = 0;
/** An order of the shop's page, which nobody has confirmed. */
async function placeOrder(): Promise<{ id: string; orderNumber: string }> {
  placed += 1;
  const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, {
    customerPhone: `0300 12388${10 + placed}`,
    customerAddress: `House ${placed}`,
  });
  return (await shop.call('POST', '/api/orders', { body })).json.data;
}
const answer = (id: string, outcome: string) => staff('POST', `/api/confirmations/${id}/attempts`, { how: 'call', outcome });
const setOrder = (id: string, status: string) => staff('PUT', `/api/orders/${id}/status`, { status });
const askMoney = (id: string) => staff('PUT', `/api/advances/${id}`, { basis: 'sum', amount: 500, reason: 'Large order' });

/** One order in each state that a count and a list could take for another. */
const LIVES: Record<string, (id: string) => Promise<unknown>> = {
  'nobody has asked about': async () => {},
  'nobody answered for': (id) => answer(id, 'no_answer'),
  'the customer refused': (id) => answer(id, 'refused'),
  'a wrong number is for': (id) => answer(id, 'wrong_number'),
  'money is asked of, unconfirmed': askMoney,
  'is confirmed and waits for money': async (id) => {
    await answer(id, 'confirmed');
    await askMoney(id);
  },
  'was begun without its money': async (id) => {
    await answer(id, 'confirmed');
    await askMoney(id);
    await setOrder(id, 'processing');
  },
  'was begun unconfirmed': (id) => setOrder(id, 'processing'),
  'is confirmed': (id) => answer(id, 'confirmed'),
  'has two parcels that wait': async (id) => {
    await answer(id, 'confirmed');
    await staff('POST', '/api/shipments', { orderId: id });
    await staff('POST', '/api/shipments', { orderId: id });
  },
  'came back': async (id) => {
    await answer(id, 'confirmed');
    const { json } = await staff('POST', '/api/shipments', { orderId: id });
    await staff('PUT', `/api/shipments/${json.data.id}/status`, { status: 'returned' });
  },
  'is delivered': async (id) => {
    await answer(id, 'confirmed');
    await setOrder(id, 'delivered');
  },
  'is cancelled': (id) => setOrder(id, 'cancelled'),
  'was deleted with its parcel': async (id) => {
    await answer(id, 'confirmed');
    await staff('POST', '/api/shipments', { orderId: id });
    await staff('DELETE', `/api/orders/${id}`);
  },
};

const made = new Map<string, string>();
beforeAll(async () => {
  await staff('POST', '/api/stock-history/adjust', { productId: PENDANT.id, quantity: 100, transactionType: 'purchase' });
  for (const [life, live] of Object.entries(LIVES)) {
    const { id } = await placeOrder();
    made.set(life, id);
    await live(id);
  }
});

async function useGate(gate: boolean): Promise<void> {
  const { id: _id, updatedAt: _at, ...rules } = await read('confirmations/rules');
  await staff('PUT', '/api/confirmations/rules', { ...rules, gate });
  if (gate) await shop.rows(`update confirmation_rules set gate_since = now() - interval '1 day'`);
}

/** What screens count, and the list that each count leads to: Today and the navigation, StatCards, OrderStatsStrip, Dispatch, To confirm. */
async function counts(): Promise<[what: string, count: number, list: string][]> {
  const { work: tabs, statusCounts, totalOrders } = await read('orders/stats');
  const { overview, period } = await read('analytics/dashboard');
  const work: WorkDue[] = await read('analytics/today');
  const due = (task: Work) => work.find((one) => one.task === task)?.count ?? 0;
  const dispatch = await read('dispatch');
  const confirm = (await read('confirmations')).total;
  const days = `startDate=${period.startDate}&endDate=${period.endDate}`;
  const tab = (name: string) => tabs.find((counted: { work: string }) => counted.work === name)?.orders ?? 0;
  return [
    ...ORDER_WORK.map((name): [string, number, string] => [`tab ${name}`, tab(name), `orders?work=${name}`]),
    ...ORDER_STATUSES.map((name): [string, number, string] => [`status ${name}`, statusCounts[name], `orders?status=${name}`]),
    ['tab of all orders', totalOrders, 'orders'],
    ['today missing money', due('missing_money'), 'orders?work=awaits_money'],
    ['today transfers to check', due('check_transfers'), 'orders?work=to_check'],
    ['today to pack', due('pack'), 'orders?work=to_pack'],
    ['today to hand over', due('hand_over'), 'orders?work=to_hand_over'],
    ['today came back', due('receive'), 'orders?work=returned'],
    ['today to refund', due('refund'), 'orders?work=to_refund'],
    ['today low on stock', due('low_stock'), 'products/stock?stock=low'],
    ['today failed deliveries', due('ask_parcels'), 'under-way'],
    ['today late parcels', due('late_parcels'), 'under-way?list=late'],
    ['today lost parcels', due('lost_parcels'), 'under-way?list=lost'],
    ['today returns to decide', due('decide_returns'), 'returns?state=asked'],
    ['today returns to settle', due('settle_returns'), 'returns?state=received'],
    ['today disputes', due('disputes'), 'disputes?state=open'],
    ['today messages', due('answer'), 'messages?status=new'],
    ['today reviews', due('check_reviews'), 'reviews?waiting=true'],
    ['today mails', due('send_mails'), 'mails'],
    ['dashboard orders', overview.totalOrders, `orders?dateFrom=${period.startDate}&dateTo=${period.endDate}`],
    ['dashboard shipments', overview.totalShipments, `shipments?${days}`],
    ['dashboard purchase orders', overview.totalPurchaseOrders, `purchase-orders?${days}`],
    ['dashboard products', overview.totalProducts, 'products?limit=1'],
    ['desk', confirm, 'orders?work=to_confirm'],
    ['dispatch to confirm', dispatch.toConfirm, 'orders?work=to_confirm'],
    ['dispatch waiting for money', dispatch.awaitsMoney, 'orders?work=awaits_money'],
  ];
}

test.each([true, false])(
  'every count that a screen shows is as long as the list it leads to, with the gate: %s',
  async (gate) => {
    await useGate(gate);
    const wrong: string[] = [];
    for (const [what, count, list] of await counts()) {
      const length = await listed(list);
      if (count !== length) wrong.push(`${what} says ${count}, and ${list} has ${length}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('what waits is told to whoever may do it, and until when', async () => {
  await useGate(true);
  const { json } = await staff('POST', '/api/staff/roles', {
    name: 'Packs and receives',
    rights: ['see_orders', 'send_parcels', 'receive_returns'],
    revealsADay: 0,
  });
  const token = await signInAs(shop, json.data.id);
  const work: WorkDue[] = (await shop.call('GET', '/api/analytics/today', { token })).json.data;
  const tasks = work.map(({ task }) => task);
  expect(tasks).toEqual(expect.arrayContaining(['pack', 'hand_over', 'receive']));
  const theirs: Work[] = ['pack', 'hand_over', 'receive', 'ask_parcels', 'late_parcels', 'lost_parcels'];
  expect(tasks.filter((task) => !theirs.includes(task))).toEqual([]);

  const [{ next }] = await shop.rows(`
    select min(case when c.at > now() then c.at else c.at + interval '1 day' end) as next
      from (select (shop.day_of(now()) + cut_off) at time zone 'Asia/Karachi' as at from public.couriers where is_active) c`);
  for (const task of ['pack', 'hand_over']) {
    const due = work.find((one) => one.task === task);
    expect(Date.parse(due?.dueAt ?? ''), task).toBe(Date.parse(next));
    expect(due, task).toMatchObject({ late: 0, since: expect.any(String) });
  }
  // An advance that should be here by now is late, and its deadline is no more one to come.
  await shop.rows(`update public.advance_requests set due_at = now() - interval '1 hour' where ended_at is null`);
  const money = ((await read('analytics/today')) as WorkDue[]).find(({ task }) => task === 'missing_money');
  expect(money).toMatchObject({ late: money?.count, dueAt: null });
});

test('what waits for money is a list of its own, and its confirmation says so', async () => {
  await useGate(true);
  const ids = async (work: string) => (await read(`orders?work=${work}&limit=100`)).map(({ id }: { id: string }) => id);
  const of = (life: string) => made.get(life);
  expect(new Set(await ids('awaits_money'))).toEqual(
    new Set([of('is confirmed and waits for money'), of('was begun without its money')]),
  );
  expect(await ids('to_confirm')).toEqual(
    expect.arrayContaining([of('money is asked of, unconfirmed'), of('was begun unconfirmed')]),
  );
  const { confirmation } = await read(`orders/${of('is confirmed and waits for money')}`);
  expect(confirmation).toMatchObject({ state: 'confirmed', waitsFor: 'money', gate: 'closed' });
  expect(await setOrder(of('is confirmed and waits for money') ?? '', 'shipped')).toMatchObject({
    status: 409,
    json: { code: 'not_confirmed', details: { waitsFor: 'money' } },
  });
});
