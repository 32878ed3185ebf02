import { expect, test } from 'vitest';
import { scanned } from '#tests/setup/samples/labels.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const ORDERS = 6;
const STEPS = 10;
const CODE = 'DOOR10';
const line = (quantity: number) => ({ productId: PENDANT.id, quantity });
const ring = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

for (const { productId } of [line(1), ring])
  await staff('POST', '/api/stock-history/adjust', { productId, quantity: 200, transactionType: 'purchase' });
await staff('POST', '/api/discount-codes', { code: CODE, kind: 'percent', value: 10 });
const courierId = (await staff('POST', '/api/couriers', { name: 'Kangaroo' })).json.data.id;

let number = 0;

/** An order with its parcel, some with a code. */
async function newParcel(withCode: boolean) {
  number += 1;
  const items = [line(2), ring];
  const discountCode = withCode ? { discountCode: CODE } : {};
  const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items, ...discountCode } })).json.data;
  const body = orderFor(items, total, { customerPhone: `0306 ${7_300_000 + number}`, ...discountCode });
  const placed = await shop.call('POST', '/api/orders', { body });
  expect(placed.status, JSON.stringify(placed.json)).toBe(201);
  const order = placed.json.data;
  await staff('PUT', `/api/orders/${order.id}/status`, { status: 'processing' });
  const { json } = await staff('POST', '/api/shipments', { orderId: order.id });
  return { order, parcel: json.data, link: { orderNumber: order.orderNumber, key: order.pageKey }, received: 0 };
}

type Sent = Awaited<ReturnType<typeof newParcel>>;

const papersOf = async ({ parcel }: Sent) => (await staff('GET', `/api/shipments/${parcel.id}/papers`)).json.data;
const print = async ({ parcel }: Sent) =>
  (await staff('POST', '/api/shipments/labels', { shipmentIds: [parcel.id] })).json.data[0];

/** Pieces change before a parcel is packed: the one that was made goes, and another one is made. */
async function changeItems(sent: Sent, items: object[]) {
  const gone = await staff('DELETE', `/api/shipments/${sent.parcel.id}`);
  if (gone.status >= 300) return gone;
  const changed = await staff('PUT', `/api/orders/${sent.order.id}/items`, { items });
  sent.parcel = (await staff('POST', '/api/shipments', { orderId: sent.order.id })).json.data;
  return changed;
}

/** What happens to an order between its booking and the door. A step that the shop refuses changes nothing. */
const STEPS_OF: Record<string, (sent: Sent, chance: () => number) => Promise<{ status: number } | undefined>> = {
  'an item is cancelled': (sent) => changeItems(sent, [line(2)]),
  'pieces are added': (sent, chance) => changeItems(sent, [line(1 + Math.floor(chance() * 4)), ring]),
  'an advance is received': async (sent, chance) => {
    const amount = 100 + Math.floor(chance() * 300);
    await staff('PUT', `/api/advances/${sent.order.id}`, { basis: 'sum', amount: 500 });
    const booked = await staff('POST', `/api/advances/${sent.order.id}/transfers`, { amount });
    if (booked.status < 300) sent.received += amount;
    return booked;
  },
  'the address is corrected': ({ order }, chance) =>
    staff('PUT', `/api/orders/${order.id}`, { customerAddress: `House ${Math.floor(chance() * 900)}, Street 4, F-7/2` }),
  'the parcel is booked': ({ parcel }) => staff('POST', '/api/bookings', { shipmentId: parcel.id, courierId }),
  'the portal gives its number': async (sent) => {
    const { booking } = await papersOf(sent);
    number += 1;
    return booking && staff('POST', `/api/bookings/${booking.id}/outcome`, { trackingNumber: `KC-${number}` });
  },
  'the booking is cancelled': async (sent) => {
    const { booking } = await papersOf(sent);
    if (booking?.state === 'booked') return staff('POST', `/api/bookings/${booking.id}/cancellation`, { isCancelledThere: true });
    return booking && staff('POST', `/api/bookings/${booking.id}/outcome`, { trackingNumber: '' });
  },
};

/** One sum on order, parcel, label, booking, load sheet and secret page, and labels that say when they are not right any more. */
async function checkAll(sent: Sent, printed: Map<string, { said: number; parcelId: string }>) {
  const [{ total_amount }] = await shop.rows(
    `select total_amount::float as total_amount from orders where id = '${sent.order.id}'`,
  );
  const due = Math.max(total_amount - sent.received, 0);
  const papers = await papersOf(sent);
  const page = (await shop.call('POST', '/api/order-page', { body: sent.link })).json.data;
  const parcel = (await staff('GET', `/api/shipments/${sent.parcel.id}`)).json.data;
  const sheet = (await staff('POST', '/api/shipments/load-sheet', { shipmentIds: [sent.parcel.id] })).json.data;
  expect([papers.due, page.dueAtDoor.total, page.dueAtDoor.parcels[0].due, parcel.toCollect, sheet[0].due]).toEqual(
    Array(5).fill(due),
  );

  const booked = papers.booking && ['intended', 'unknown', 'booked'].includes(papers.booking.state);
  const differs = booked ? papers.booking.collect !== due : false;
  expect(papers.booking?.differs ?? false).toBe(differs);
  const { label, refusal } = await print(sent);
  expect([label?.due, refusal?.code]).toEqual(differs ? [undefined, 'booking_differs'] : [due, undefined]);
  if (label) printed.set(label.link, { said: due, parcelId: sent.parcel.id });

  for (const [link, { said, parcelId }] of printed) {
    const {
      state,
      due: saidThen,
      dueNow,
    } = (await shop.call('POST', '/api/order-page/label', { body: scanned(link) })).json.data;
    // A parcel that was made anew is not to be delivered any more.
    const isThis = parcelId === sent.parcel.id;
    expect([saidThen, dueNow]).toEqual([said, isThis ? due : 0]);
    if (said !== due || !isThis) expect(state).toBe('outdated');
    if (label) expect(state).toBe(link === label.link ? 'current' : 'outdated');
  }
}

test('order, parcel, booking, label, load sheet and secret page say one sum, whatever happens to an order before it leaves', async () => {
  const chance = randomNumbers(34);
  const done = new Set<string>();
  for (let n = 0; n < ORDERS; n += 1) {
    const sent = await newParcel(n % 2 === 0);
    const printed = new Map<string, { said: number; parcelId: string }>();
    const steps: string[] = [];
    for (let at = 0; at < STEPS; at += 1) {
      const names = Object.keys(STEPS_OF);
      const name = names[Math.floor(chance() * names.length)] as string;
      steps.push(name);
      const outcome = await STEPS_OF[name]?.(sent, chance);
      if (outcome && outcome.status < 300) done.add(name);
      await checkAll(sent, printed).catch((broken: Error) => {
        broken.message = `after ${steps.join(', ')}: ${broken.message}`;
        throw broken;
      });
    }
  }
  // None of them was refused each time.
  expect([...done].toSorted()).toEqual(Object.keys(STEPS_OF).toSorted());
});
