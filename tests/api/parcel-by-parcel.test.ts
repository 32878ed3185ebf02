import { expect, test } from 'vitest';
import { orderCsv } from '#admin/screens/orders/all/order-csv.ts';
import { slipFigures } from '#admin/screens/orders/all/PackingSlip.tsx';
import { staffOrder } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { paidSums } from '#domain/orders/sums.ts';
import { readyTextValues } from '#domain/ready-texts/ready-texts.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const ORDERS = 6;
const STEPS = 5;

for (const { id } of [PENDANT, RING])
  await staff('POST', '/api/stock-history/adjust', { productId: id, quantity: 300, transactionType: 'purchase' });
const courierId = (await staff('POST', '/api/couriers', { name: 'Kangaroo' })).json.data.id;

const EVENTS = ['shipped', 'in_transit', 'delivered', 'failed', 'returned'] as const;

interface ParcelModel {
  id: string;
  number: string;
  /** What it collects in all. */
  share: number;
  /** What it would have collected, and another one in its place does. */
  passedOn: number;
  status: string;
  isBooked: boolean;
  isCounted: boolean;
}

type Life = Awaited<ReturnType<typeof newOrder>>;

const isBack = ({ status }: ParcelModel) => status === 'failed' || status === 'returned';
const isToDeliver = (parcel: ParcelModel) => !isBack(parcel) && parcel.status !== 'delivered';
const sumOf = (parcels: ParcelModel[]) => parcels.reduce((sum, { share }) => sum + share, 0);

let number = 0;

/** An order in so many parcels, each with its own sum. */
async function newOrder(parcels: number, chance: () => number) {
  number += 1;
  const items = [
    { productId: PENDANT.id, quantity: 2 },
    { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size },
  ];
  const { total } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json.data;
  const body = orderFor(items, total, { customerPhone: `0307 ${7_300_000 + number}` });
  const placed = (await shop.call('POST', '/api/orders', { body })).json.data;
  await staff('PUT', `/api/orders/${placed.id}/status`, { status: 'processing' });
  const life = {
    id: placed.id as string,
    link: { orderNumber: placed.orderNumber, key: placed.pageKey },
    total: total as number,
    phone: body.customerPhone as string,
    parcels: [] as ParcelModel[],
  };
  let left = life.total;
  for (let n = 0; n < parcels; n += 1) {
    const share = n === parcels - 1 ? left : Math.floor(left * chance());
    left -= share;
    await addParcel(life, n === 0 ? undefined : share);
    if (n > 0) for (const first of life.parcels.slice(0, 1)) first.share -= share;
  }
  return life;
}

async function addParcel(life: { id: string; total: number; parcels: ParcelModel[] }, collect?: number) {
  const { status, json } = await staff('POST', '/api/shipments', { orderId: life.id, ...(collect !== undefined && { collect }) });
  expect(status, JSON.stringify(json)).toBe(201);
  const { id, shipmentNumber } = json.data;
  const isFirst = life.parcels.length === 0;
  life.parcels.push({
    id,
    number: shipmentNumber,
    share: isFirst ? life.total : (collect ?? 0),
    passedOn: 0,
    status: 'preparing',
    isBooked: false,
    isCounted: false,
  });
  return life.parcels[life.parcels.length - 1] as ParcelModel;
}

/** What must be said everywhere of an order whose parcels are like this. */
function expected({ parcels, total }: Life) {
  const isOver = parcels.every((parcel) => !isToDeliver(parcel)) && !parcels.every(isBack);
  const returned = parcels.every(isBack) ? 0 : sumOf(parcels.filter(isBack));
  const collected = sumOf(parcels.filter(({ status }) => status === 'delivered'));
  const due = total - collected - returned;
  return { isDelivered: isOver, due, collected, returned, isPaid: isOver && due === 0 };
}

/** What is said of an order, wherever its sums are read. */
async function said(life: Life) {
  const { id, link, parcels } = life;
  const details = staffOrder.parse((await staff('GET', `/api/orders/${id}`)).json.data);
  const listed = (await staff('GET', `/api/orders?search=${link.orderNumber}`)).json.data.find(
    (one: { id: string }) => one.id === id,
  );
  const page = (await shop.call('POST', '/api/order-page', { body: link })).json.data;
  const tracked = (await shop.call('POST', '/api/orders/track', { body: { orderNumber: link.orderNumber, phone: life.phone } }))
    .json.data;
  const contact = (await staff('POST', `/api/orders/${id}/contact`, {})).json.data;
  const text = readyTextValues(details, { shop: 'Naqsh', link: '' }).due;
  const payments = (await staff('GET', `/api/orders/${id}/payments`)).json.data as {
    kind: string;
    amount: number;
    reference: string;
    reverses: string | null;
    isReversed: boolean;
    toAccount: string;
  }[];
  const booked = payments.filter(({ kind, reverses, isReversed }) => kind === 'collected' && reverses === null && !isReversed);
  const sheet = (await staff('POST', '/api/shipments/load-sheet', { shipmentIds: parcels.map((one) => one.id) })).json.data as {
    due: number;
  }[];
  const papers = [];
  for (const parcel of parcels) papers.push((await staff('GET', `/api/shipments/${parcel.id}/papers`)).json.data);
  const shown = [];
  for (const parcel of parcels) shown.push((await staff('GET', `/api/shipments/${parcel.id}`)).json.data.toCollect);
  const csv = orderCsv.find(({ name }) => name === 'To collect now')?.value(details);
  const rows = paidSums(details);
  return {
    due: {
      details: dueOnDelivery(details),
      list: dueOnDelivery(listed),
      slip: slipFigures(details).toCollect,
      csv: Number(csv),
      tracking: dueOnDelivery(tracked),
      page: dueOnDelivery(page),
      contact: contact.dueOnDelivery,
      text: text === '' ? 0 : Number(text.replace(/\D/g, '')),
    },
    doors: {
      page: page.dueAtDoor?.total ?? 0,
      sheet: sheet.reduce((sum, { due }) => sum + due, 0),
      shipments: shown.reduce((sum: number, one: number) => sum + one, 0),
      papers: papers.reduce((sum, { due }) => sum + due, 0),
    },
    parcels: shown as number[],
    booked: Object.fromEntries(booked.map(({ reference, amount }) => [reference, amount])),
    holders: [...new Set(booked.map(({ toAccount }) => toAccount))],
    collected: details.paid?.collected ?? (details.status === 'delivered' ? details.totalAmount : 0),
    returned: details.paid?.cameBack ?? 0,
    isPaid: details.paymentStatus === 'paid',
    isDelivered: details.status === 'delivered',
    rowsLeadTo: rows.length
      ? details.totalAmount +
        rows.slice(0, -1).reduce((sum, { rupees }) => sum + rupees, 0) -
        (rows[rows.length - 1]?.rupees ?? 0)
      : 0,
    booking: papers.map(({ booking, due }) =>
      booking && ['intended', 'unknown', 'booked'].includes(booking.state) ? [booking.collect, due, booking.differs] : null,
    ),
  };
}

async function check(life: Life) {
  const is = await said(life);
  const must = expected(life);
  const doors = sumOf(life.parcels.filter(isToDeliver));
  const all = (names: object, value: number) => Object.fromEntries(Object.keys(names).map((name) => [name, value]));
  expect(is).toMatchObject({
    due: all(is.due, must.due),
    doors: all(is.doors, doors),
    parcels: life.parcels.map((parcel) => (isToDeliver(parcel) ? parcel.share : 0)),
    booked: Object.fromEntries(
      life.parcels.flatMap(({ status, number, share }) => (status === 'delivered' && share > 0 ? [[number, share]] : [])),
    ),
    collected: must.collected,
    returned: must.returned,
    isPaid: must.isPaid,
    isDelivered: must.isDelivered,
    rowsLeadTo: 0,
  });
  for (const [n, told] of is.booking.entries()) {
    const parcel = life.parcels[n] as ParcelModel;
    if (told && isToDeliver(parcel)) expect(told).toEqual([told[0], parcel.share, told[0] !== parcel.share]);
  }
  expect(is.holders.filter((holder) => holder !== 'courier')).toEqual([]);
}

/** What happens to parcels. A step that the shop refuses changes nothing. */
async function step(life: Life, chance: () => number): Promise<string> {
  const parcel = life.parcels[Math.floor(chance() * life.parcels.length)] as ParcelModel;
  const dice = chance();
  if (dice < 0.3 && parcel.status === 'preparing') {
    parcel.isBooked =
      (await staff('POST', '/api/bookings', { shipmentId: parcel.id, courierId })).status < 300 || parcel.isBooked;
    return `${parcel.number} booked`;
  }
  const back = life.parcels.find((one) => isBack(one) && !one.isCounted);
  if (dice < 0.35 && back) {
    const sent = await addParcel(life);
    const freed = life.parcels.filter((one) => isBack(one));
    sent.share = sumOf(freed);
    for (const one of freed) Object.assign(one, { passedOn: one.passedOn + one.share, share: 0 });
    return 'sent again';
  }
  const status = EVENTS[Math.floor(chance() * EVENTS.length)] as string;
  const { status: answered } = await staff('PUT', `/api/shipments/${parcel.id}/status`, {
    status,
    reason: 'It arrived after all',
  });
  if (answered >= 300) return `${parcel.number} ${status} refused ${answered}`;
  if (status === 'delivered' && isBack(parcel)) takeAgain(life, parcel);
  parcel.status = status;
  return `${parcel.number} ${status}`;
}

/** What was delivered after all has collected its own sum: it comes off those that came back, then off the last that no courier was told of. */
function takeAgain(life: Life, parcel: ParcelModel) {
  const others = life.parcels.filter((one) => one !== parcel && one.status !== 'delivered');
  parcel.share = Math.min(parcel.share + parcel.passedOn, parcel.share + sumOf(others));
  parcel.passedOn = 0;
  let more = life.total - sumOf(life.parcels);
  for (const group of [
    isBack,
    (one: ParcelModel) => !isBack(one) && !one.isBooked,
    (one: ParcelModel) => !isBack(one) && one.isBooked,
  ]) {
    for (const one of others.filter(group).reverse()) {
      const less = Math.min(one.share, -more);
      one.share -= less;
      more += less;
    }
  }
}

test('whatever happens to one to three parcels, all say the same is due, collected and back', async () => {
  const chance = randomNumbers(45);
  const met = new Set<string>();
  for (let n = 0; n < ORDERS; n += 1) {
    const life = await newOrder(1 + (n % 3), chance);
    await check(life);
    const steps: string[] = [];
    for (let at = 0; at < STEPS; at += 1) {
      const did = await step(life, chance);
      steps.push(did);
      met.add(did.split(' ').pop() as string);
      await check(life).catch((broken: Error) => {
        broken.message = `after ${steps.join(', ')}: ${broken.message}`;
        throw broken;
      });
    }
  }
  expect([...met]).toEqual(expect.arrayContaining([...EVENTS, 'booked', 'again']));
}, 120_000);
