/** Orders of the demo's history: who buys what when, how staff handle it, how couriers bring it. */

import { type OrderPayload, type OrderSource, orderPayload, STAFF_ORDER_SOURCES } from '#domain/orders/contract.ts';
import { deliveryDays, knownCity } from '#domain/places/cities.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { DAY, HOUR, MINUTE } from './agenda.ts';
import { type Customer, newCustomer, respelled } from './customers.ts';
import {
  isConfirmed,
  isConfirmedAtDesk,
  planConfirmation,
  planSilence,
  recordAttempt,
  rememberRefusal,
  tagGift,
} from './desk.ts';
import { atWork, nextMorning, type Story } from './story.ts';

const ORDERS = 150;

/** How busy a day is, from Sunday on. */
const WEEKDAYS = [1.4, 0.9, 0.85, 0.9, 1, 1.15, 1.35];

/** How busy an hour of the day is: quiet mornings, a rise after lunch, most of it in the evening. */
const HOURS = [2, 1, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 5, 4, 4, 5, 6, 8, 9, 8, 5];

/** Delivery costs nobody anything on the weekend of the sale. */
const SALE = { freeFrom: 0, fee: 0 };

const SHOPPER_NOTES = [
  'Please call before delivery',
  'Gift wrap please, it is for my sister',
  'Deliver after 5 pm, nobody is home before',
  'Please do not write the price on the parcel',
  'Needed before Friday for a mehndi',
  'Leave it with the guard at the gate',
];

const CANCEL_REASONS = [
  'Cancelled by phone: ordered by mistake',
  'Cancelled by phone: found the same piece elsewhere',
  'Cancelled: the number did not answer on three days',
  'Cancelled by phone: wants another size, will order again',
];

/** Of the reasons, the one that says nobody answered. */
const SILENCE = 'three days';

const COURIERS = [
  { carrier: 'TCS', prefix: 'TD', cost: 250, share: 4 },
  { carrier: 'Leopards', prefix: 'LD', cost: 210, share: 3 },
  { carrier: 'PostEx', prefix: 'PD', cost: 190, share: 2 },
  { carrier: 'M&P', prefix: 'MD', cost: 230, share: 1 },
];

interface Product {
  id: string;
  name: string;
  price: number;
  category: string;
  colors: string[];
  sizes: string[];
  /** How much shoppers like it. */
  appeal: number;
}

export interface Delivered {
  customer: Customer;
  product: Product;
  time: number;
}

interface Regular {
  customer: Customer;
  lastOrder: number;
}

interface Placed {
  id: string;
}

interface Handled extends Placed {
  customer: Customer;
  placedAt: number;
  isGift: boolean;
  /** Confirmed by a rule when it came. */
  isSure: boolean;
  /** Goes over the desk. */
  isAsked: boolean;
}

/** Plans all orders. Tells what was delivered to whom: some of them write about it. */
export async function planOrders(story: Story, firstDay: number, onDelivered: (delivered: Delivered) => void): Promise<void> {
  const products = await readProducts(story);
  const known: Regular[] = [];
  for (const time of orderTimes(story, firstDay)) {
    story.agenda.at(time, () => placeOrder(story, products, known, time, onDelivered));
  }
}

/** The times of all orders: more from week to week, at weekends, in the evening, on the weekend of the sale and since yesterday. */
function orderTimes({ agenda, random }: Story, firstDay: number): number[] {
  const days = Array.from({ length: 1 - firstDay }, (_, index) => ({
    start: agenda.startOfDay(firstDay + index),
    weight: weightOfDay(agenda.weekdayOf(agenda.startOfDay(firstDay + index)), index / -firstDay, firstDay + index),
  }));
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let until = 0;
  return days
    .flatMap(({ start, weight }) => {
      const before = Math.round((until / total) * ORDERS);
      until += weight;
      const orders = Math.round((until / total) * ORDERS) - before;
      return Array.from(
        { length: orders },
        () => start + (random.pickWeighted([...HOURS.keys()], (hour) => HOURS[hour] ?? 0) + random.fraction()) * HOUR,
      );
    })
    .toSorted((one, other) => one - other);
}

function weightOfDay(weekday: number, progress: number, day: number): number {
  // A film of the shop went round yesterday.
  if (day >= -1) return 3.6;
  return (WEEKDAYS[weekday] ?? 1) * (0.95 + 0.2 * progress) * (isSale(weekday, day) ? 2.2 : 1);
}

/** Friday to Sunday of the last whole weekend that is more than two weeks ago. */
function isSale(weekday: number, day: number): boolean {
  const friday = weekday === 0 ? day - 2 : day - (weekday - 5);
  return [5, 6, 0].includes(weekday) && friday <= -17 && friday > -24;
}

async function readProducts({ query, random }: Story): Promise<Product[]> {
  const products = await query<Omit<Product, 'appeal'> & { is_featured: boolean }>(
    `select p.id, p.name, p.price::float8 as price, p.category, p.colors, p.sizes, p.is_featured from public.products p order by p.id`,
  );
  return products.map(({ is_featured, ...product }) => ({
    ...product,
    appeal: ((0.4 + random.fraction()) * (is_featured ? 2 : 1)) / product.price ** 0.4,
  }));
}

async function placeOrder(
  story: Story,
  products: Product[],
  known: Regular[],
  time: number,
  onDelivered: (delivered: Delivered) => void,
): Promise<void> {
  const { agenda, random, query } = story;
  const customer = chooseCustomer(story, known, time);
  const lines = await fillCart(story, products);
  const day = Math.round((time - agenda.hourOf(time) * HOUR - agenda.startOfDay(0)) / DAY);
  const delivery = isSale(agenda.weekdayOf(time), day) ? SALE : DEFAULT_SETTINGS.delivery;
  const subtotal = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const payload: OrderPayload = orderPayload.parse({
    ...customer,
    items: lines.map(({ product, quantity, selectedColor, selectedSize }) => ({
      productId: product.id,
      quantity,
      selectedColor,
      selectedSize,
    })),
    totalAmount: subtotal + (subtotal >= delivery.freeFrom ? 0 : delivery.fee),
    notes: random.happens(0.2) ? random.pick(SHOPPER_NOTES) : '',
  });
  const source = sourceOf(story, time);
  const [placed] = await query<{ placed: Placed }>(
    'select public.place_order($1::jsonb, $2::jsonb, $3, actor => $4::uuid) as placed',
    [
      JSON.stringify({ ...payload, ...knownCity(payload), ...(source && { source }) }),
      JSON.stringify(delivery),
      `demo-${time}`,
      source ? story.staff : null,
    ],
  );
  if (!placed) return;
  const { id } = placed.placed;
  const isAtDesk = isConfirmedAtDesk(story, time);
  const isSure = isAtDesk && (await isConfirmed(story, id));
  handleOrder(
    story,
    { id, customer, placedAt: time, isGift: payload.notes.startsWith('Gift'), isSure, isAsked: isAtDesk && !isSure },
    (arrivedAt) => onDelivered({ customer, product: random.pick(lines).product, time: arrivedAt }),
  );
}

/** Where an order began that staff wrote down, which they do while they are at work; undefined for a shopper's own. */
function sourceOf({ agenda, desk }: Story, time: number): OrderSource | undefined {
  const hour = agenda.hourOf(time);
  if (hour < 10 || hour >= 18 || !desk.happens(0.4)) return undefined;
  return desk.pickWeighted(STAFF_ORDER_SOURCES, (source) => (source === 'whatsapp' ? 5 : source === 'instagram' ? 3 : 1));
}

/** Somebody new, or in three of ten cases somebody who ordered more than a week ago. */
function chooseCustomer({ random }: Story, known: Regular[], time: number): Customer {
  const pleased = known.filter(({ lastOrder }) => time - lastOrder > 8 * DAY);
  if (pleased.length > 0 && random.happens(0.32)) {
    const regular = random.pick(pleased);
    regular.lastOrder = time;
    return { ...regular.customer, customerPhone: respelled(regular.customer.customerPhone, random) };
  }
  const customer = newCustomer(random, known.length);
  known.push({ customer, lastOrder: time });
  return customer;
}

/** One to three products that are in stock, in a colour and a size: one that is left, where pieces are counted by it. */
async function fillCart({ random, query }: Story, products: Product[]) {
  const stocked = await query<{ id: string; color: string; size: string }>(
    `select v.product_id as id, v.color, v.size from public.product_variants v
      where v.archived_at is null and v.stock_quantity >= 2 order by v.product_id, v.color, v.size`,
  );
  const variantsOf = Map.groupBy(stocked, ({ id }) => id);
  let choice = products.filter(({ id }) => variantsOf.has(id));
  const size = random.pickWeighted([1, 2, 3], (lines) => 4 - lines);
  return Array.from({ length: size }, () => {
    const product = random.pickWeighted(choice, ({ appeal }) => appeal);
    choice = choice.filter(({ id }) => id !== product.id);
    const variant = random.pick(variantsOf.get(product.id) ?? []);
    return {
      product,
      quantity: product.price < 2000 && random.happens(0.15) ? 2 : 1,
      selectedColor: variant.color || (product.colors.length > 0 ? random.pick(product.colors) : undefined),
      selectedSize: variant.size || (product.sizes.length > 0 ? random.pick(product.sizes) : undefined),
    };
  });
}

/** What becomes of an order: confirmed by phone, packed, sent and delivered, or cancelled on the way. */
function handleOrder(
  story: Story,
  { id, customer, placedAt, isGift, isSure, isAsked }: Handled,
  onDelivered: (time: number) => void,
): void {
  const { agenda, random, query, staff } = story;
  const setStatus = (status: string) =>
    query('select public.set_order_status($1, $2::shop.order_status, $3::uuid)', [id, status, staff]);
  const cancel = async (reason: string) => {
    await query('select public.add_order_note($1, $2, $3::uuid)', [id, reason, staff]);
    await setStatus('cancelled');
  };

  // Staff call in the morning.
  const calledAt = nextMorning(story, placedAt);
  if (random.happens(0.07)) {
    const reason = random.pick(isSure ? CANCEL_REASONS.filter((each) => !each.includes(SILENCE)) : CANCEL_REASONS);
    if (!reason.includes(SILENCE)) {
      agenda.at(calledAt, async () => {
        if (isAsked) await recordAttempt(story, id, { outcome: 'refused', note: reason.replace('Cancelled by phone: ', '') });
        await cancel(reason);
      });
    } else if (isAsked) planSilence(story, id, calledAt, () => cancel(reason));
    else agenda.at(atWork(story, calledAt + 2 * DAY), () => cancel(reason));
    return;
  }
  const pack = async (confirmedAt: number) => {
    if (isGift) await tagGift(story, id);
    await setStatus('processing');
    // What was confirmed today is still on the table.
    const isToday = confirmedAt >= agenda.startOfDay(0);
    const packedAt = isToday ? nextMorning(story, confirmedAt) : atWork(story, confirmedAt + random.between(1, 7) * HOUR);
    agenda.at(packedAt, () => sendParcel(story, id, customer, packedAt, onDelivered));
  };
  if (isAsked) planConfirmation(story, id, placedAt, calledAt, pack);
  else agenda.at(calledAt, () => pack(calledAt));
}

async function sendParcel(
  story: Story,
  orderId: string,
  { city }: Customer,
  packedAt: number,
  onDelivered: (time: number) => void,
): Promise<void> {
  const { agenda, random, query, staff } = story;
  const { from, to } = deliveryDays(city);
  // Couriers collect at three.
  const collectedAt = packedAt + ((15 - agenda.hourOf(packedAt) + 24) % 24) * HOUR + random.between(0, 25) * MINUTE;
  const { carrier, prefix, cost } = random.pickWeighted(COURIERS, ({ share }) => share);
  const shipment = {
    orderId,
    carrier,
    trackingNumber: `${prefix}${random.between(10_000_000, 99_999_999)}`,
    shippingMethod: random.happens(0.1) ? 'express' : 'standard',
    shippingCost: cost + (to > 3 ? 60 : 0),
    estimatedDeliveryDate: agenda.dateOf(collectedAt + to * DAY),
  };
  const [created] = await query<{ created: { id: string } }>('select public.create_shipment($1::jsonb) as created', [
    JSON.stringify(shipment),
  ]);
  if (!created) return;
  const follow = (time: number, status: string, then = async () => {}) =>
    agenda.at(time, async () => {
      const sql = 'select public.set_shipment_status($1, $2::shop.shipment_status, $3::uuid)';
      await query(sql, [created.created.id, status, staff]);
      await then();
    });

  follow(collectedAt, 'shipped');
  // A road was closed last week; otherwise few parcels are late.
  const wasHeldUp = collectedAt > agenda.startOfDay(-9) && collectedAt < agenda.startOfDay(-6) && random.happens(0.4);
  const isLate = wasHeldUp || random.happens(0.03);
  const days = random.between(from, to) + (isLate ? 7 : 0);
  const arrivesAt = collectedAt + (days - 1) * DAY + random.between(18, 24) * HOUR;
  if (random.happens(0.3)) follow(collectedAt + 16 * HOUR, 'in_transit');
  // The courier of this week found few doors open.
  if (random.happens(arrivesAt > agenda.startOfDay(-6) ? 0.16 : 0.06)) {
    follow(arrivesAt, 'failed');
    follow(arrivesAt + 4 * DAY, 'returned', () => rememberRefusal(story, orderId));
    // What came back this week is still in its box.
    if (arrivesAt + 4 * DAY > agenda.startOfDay(-7)) return;
    agenda.at(atWork(story, arrivesAt + 5 * DAY), async () => {
      const sql = 'select public.receive_returned_order($1, $2::jsonb, $3::uuid)';
      await query(sql, [orderId, JSON.stringify({ items: [], notes: 'Refused at the door' }), staff]);
    });
    return;
  }
  if (random.happens(0.2)) follow(arrivesAt - 4 * HOUR, 'out_for_delivery');
  follow(arrivesAt, 'delivered', async () => onDelivered(arrivesAt));
}
