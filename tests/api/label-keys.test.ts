import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { DeclaredOperation } from '#server/http/operation.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { textFields } from '#tests/setup/every-operation/text-fields.ts';
import { labelledParcel } from '#tests/setup/samples/labels.ts';
import { MARK, markerSearch } from '#tests/setup/samples/markers.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;
const FUNCTIONS = new URL('../../functions/', import.meta.url);

/** All that the key on a parcel opens. */
const OF_LABELS = ['POST /api/order-page/label', 'POST /api/order-page/label/asked-sum', 'POST /api/order-page/label/link'];

const TOTAL = 1550;
let number = 0;
const sendLabelled = (changes?: object) => labelledParcel(shop, ++number, changes);

const post = (path: string, body: object, ip = '203.0.113.5') => shop.call('POST', `/api/order-page${path}`, { body, ip });
const linksTo = (order: { customerEmail: string }) =>
  shop.rows(`select payload from mail_outbox where kind = 'order_link' and recipient = '${order.customerEmail}'`);

/** Operations whose body has the number and the key of an order's page. */
const withKeys: DeclaredOperation[] = [];
for (const file of await readdir(FUNCTIONS)) {
  const { default: handler } = await import(new URL(file, FUNCTIONS).href);
  for (const operation of (handler.operations ?? []) as DeclaredOperation[]) {
    const names = operation.body ? textFields(operation.body).map(({ path }) => path.join('.')) : [];
    if (names.includes('orderNumber') && names.includes('key')) withKeys.push(operation);
  }
}
const nameOf = ({ method, path }: DeclaredOperation) => `${method.toUpperCase()} ${path}`;

test('the list of what takes a key is complete: the order’s page, and photos that are sent to it', () => {
  expect(withKeys.map(nameOf)).toEqual(
    expect.arrayContaining([...OF_LABELS, 'POST /api/order-page', 'POST /api/upload/transfer-photo']),
  );
  expect(withKeys.length).toBeGreaterThan(18);
});

test('the key of a label opens three operations, the key of an order’s page opens every other', async () => {
  const examples = exampleRequests(shop, shop.token);
  const wrong: string[] = [];
  for (const [at, operation] of withKeys.entries()) {
    const name = nameOf(operation);
    const { path, body } = (await examples[name]?.(9000 + at)) ?? { path: '', body: {} };
    const [order] = await shop.rows(
      `select id, order_number from orders where order_number = '${body instanceof FormData ? body.get('orderNumber') : (body as { orderNumber: string }).orderNumber}'`,
    );
    if ((await shop.rows(`select id from shipments where order_id = '${order.id}'`)).length === 0)
      await staff('POST', '/api/shipments', { orderId: order.id });
    const isOfLabels = OF_LABELS.includes(name);
    const [{ key }] = isOfLabels
      ? await shop.rows(`select shop.page_key('${order.id}') as key`)
      : await shop.rows(`select shop.label_key(id) as key from shipments where order_id = '${order.id}' limit 1`);
    if (body instanceof FormData) body.set('key', key);
    const { json } = await shop.call('POST', path, {
      body: body instanceof FormData ? body : { ...(body as object), key },
      ip: `198.18.200.${at}`,
      headers: { 'Idempotency-Key': `label-key-${at}-0123456789` },
    });
    if (json.code !== 'order_page_not_found') wrong.push(`${name}: ${JSON.stringify(json)}`);
  }
  expect(wrong).toEqual([]);
});

test('whoever scans a label reads nothing of the customer, and no key', async () => {
  const { label, page, parcel } = await sendLabelled({
    customerName: `${MARK} Khan`,
    customerAddress: `House 5, ${MARK} Street`,
    customerPhone: '0345 9182736',
    secondPhone: '0346 9182736',
    customerEmail: `${MARK.toLowerCase()}@example.com`,
    city: `${MARK}abad`,
    notes: `Ring for ${MARK}`,
  });
  const marked = markerSearch(['3459182736', '3469182736']);
  const answers = [
    await post('/label', label),
    await post('/label', { ...label, version: '00000000' }),
    await post('/label/asked-sum', { ...label, asked: TOTAL + 100 }),
    await post('/label/link', { orderNumber: label.orderNumber, key: label.key, lastDigits: '2736' }),
  ].map(({ json }) => json.data);
  expect(marked(JSON.stringify(answers))).toEqual([]);
  expect(JSON.stringify(answers)).not.toContain(page.key);
  expect(answers.map((answer) => Object.keys(answer).toSorted())).toEqual([
    ...Array(3).fill(['due', 'dueAtDoor', 'dueNow', 'hasAsked', 'printedAt', 'shipmentNumber', 'state']),
    ['isAsked'],
  ]);
  expect(answers[0].dueAtDoor).toEqual({
    total: TOTAL,
    parcels: [
      {
        shipmentNumber: parcel.shipmentNumber,
        carrier: 'PostEx',
        trackingNumber: parcel.trackingNumber,
        due: TOTAL,
        hasAsked: false,
      },
    ],
  });
});

test('of the order’s other parcels a label tells the sum and no tracking number, by which a courier would name the customer', async () => {
  const { order, label } = await sendLabelled();
  await staff('POST', '/api/shipments', { orderId: order.id, carrier: 'TCS', trackingNumber: 'OTHER-77' });
  const { parcels } = (await post('/label', label)).json.data.dueAtDoor;
  expect(parcels.map(({ trackingNumber }: any) => trackingNumber).filter(Boolean)).toEqual([`99${number}`]);
});

test('what somebody says who scanned the label has no words, is marked, comes once, and gives way to the customer’s own', async () => {
  const { label, page, parcel, order } = await sendLabelled();
  const report = (asked: number) => post('/label/asked-sum', { ...label, asked, note: 'Call 0300 9999999' });
  const mine = async () =>
    (await staff('GET', '/api/shipments/asked-sums')).json.data.filter(({ orderId }: any) => orderId === order.id);
  expect((await report(TOTAL + 500)).json.data.hasAsked).toBe(true);
  await report(TOTAL + 900);
  expect(await mine()).toMatchObject([{ asked: TOTAL + 500, due: TOTAL, note: '', isScanned: true }]);

  const { dueAtDoor } = (await post('', page)).json.data;
  expect(dueAtDoor.parcels[0].hasAsked).toBe(false);
  const own = { ...page, shipmentNumber: parcel.shipmentNumber, asked: TOTAL + 50, note: 'For petrol' };
  expect((await post('/asked-sum', own)).json.data.dueAtDoor.parcels[0].hasAsked).toBe(true);
  await report(TOTAL + 1_000);
  expect(await mine()).toMatchObject([{ asked: TOTAL + 50, note: 'For petrol', isScanned: false }]);
});

test('the link goes to the order’s own address by the last digits of either phone, and no answer tells whether it does', async () => {
  const right = await sendLabelled({ customerPhone: '0300 1234567 / 0321 7654321' });
  const nobody = await sendLabelled({ customerEmail: '' });
  const ask = ({ label: { orderNumber, key } }: typeof right, lastDigits: string) =>
    post('/label/link', { orderNumber, key, lastDigits });
  const wrong = await ask(right, '0000');
  expect(await linksTo(right.order)).toEqual([]);
  const answers = [await ask(right, '4567'), await ask(right, '0321 7654321'), await ask(nobody, '4567')];
  for (const { status, json } of answers) expect([status, json]).toEqual([wrong.status, wrong.json]);
  const sent = await linksTo(right.order);
  expect(sent).toHaveLength(2);
  expect(sent[0].payload).toMatchObject({ page_key: right.page.key });
  expect(await shop.rows(`select recipient from mail_outbox where kind = 'order_link' and recipient = ''`)).toEqual([]);
  expect((await ask(right, '45')).json.errors).toMatchObject([{ path: 'lastDigits' }]);
});

test('a label opens until a week after its parcel arrived', async () => {
  const { label, parcel } = await sendLabelled();
  await staff('PUT', `/api/shipments/${parcel.id}/status`, { status: 'delivered' });
  expect((await post('/label', label)).json.data).toMatchObject({ state: 'over', dueNow: 0 });
  await shop.rows('alter table shipments disable trigger shipments_before');
  await shop.rows(`update shipments set updated_at = now() - interval '8 days' where id = '${parcel.id}'`);
  await shop.rows('alter table shipments enable trigger shipments_before');
  expect(await post('/label', label)).toMatchObject({ status: 410, json: { code: 'order_page_ended' } });
});
