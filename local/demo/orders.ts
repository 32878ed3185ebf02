/** The orders of the demo's history: who buys what when, and what becomes of it. */
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { STAFF_ORDER_SOURCES } from '#domain/order-sources.ts';
import { orderPayload } from '#domain/orders/contract.ts';
import { deliveryDays, knownCity } from '#domain/places/cities.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { type BookedParcel, bookParcel, packAll, tellOf } from './parcels.ts';
import { DAY, dayOfStory, FIRST_DAY, HOUR, type Shop } from './play.ts';

const ORDERS = 150;
/** Delivery costs nobody anything on these days. */
const isSale = (day: number) => day >= -26 && day <= -24;

/** From this day on orders are confirmed at the desk, as the calendar's rules say. Those before were called from a list on paper. */
const FIRST_DAY_AT_DESK = -28;

/** Since then the packer scans what goes into a parcel. */
const FIRST_DAY_SCANNED = -12;

/** How busy each hour of a day is: quiet mornings, a rise after lunch, most of it in the evening. */
const HOURS = [2, 1, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 5, 4, 4, 5, 6, 8, 9, 8, 5];

/** More orders from week to week, many more in the sale, and since yesterday, when a film of the shop went round. */
const busyness = (day: number) => (day >= -1 ? 14 : isSale(day) ? 9 : day > -14 ? 5 : 4);

/** What becomes of orders: how many of a hundred, and each step with its hour, counted from midnight before the order. Regulars' go the first way. */
const WAYS = `
  27 | 0 page, 34 call confirmed, 34.2 processing, 37 parcel, 39 shipped, 90 delivered
   8 | 0 whatsapp, 35 call confirmed, 35.2 processing, 38 parcel, 39 shipped, 55 in_transit, 84 out_for_delivery, 88 delivered
  20 | 34.5 call confirmed, 34.6 processing, 59 parcel, 63 shipped, 80 in_transit, 112 delivered
  8 | 35 call no_answer, 58 call confirmed, 58.1 processing, 60 parcel, 63 shipped, 136 delivered
   3 | 35 call confirmed, 35.2 processing, 37 parcel, 39 shipped, 62 in_transit, 85 out_for_delivery, 90 attempted, 138 delivered
   1 | 35 call confirmed, 35.2 processing, 37 parcel, 39 shipped, 62 in_transit, 111 lost
   6 | 36 call no_answer, 39.5 call no_answer, 60 call confirmed, 61 processing, 62 parcel, 63 shipped, 112 out_for_delivery, 116 delivered
   8 | 36 call call_back, 58.5 call confirmed, 58.6 processing, 60 parcel, 63 shipped, 80 in_transit, 136 delivered
   5 | 35.5 call confirmed, 35.6 processing, 37 parcel, 39 shipped, 64 in_transit, 232 delivered
   6 | 35 call confirmed, 35.2 processing, 37 parcel, 39 shipped, 90 failed, 234 returned, 259 unpacked
   3 | 34 call refused ordered by mistake
   2 | 35 call refused found the same piece elsewhere
   3 | 34 call no_answer, 58 call no_answer, 82 call no_answer, 82.1 cancelled the number did not answer on three days`;

/** What staff note of a call. */
const CALLS: Record<string, string> = {
  no_answer: 'Rang out|Number switched off|Line was busy',
  call_back: 'At work, asked to be called in the evening|Her husband decides, call again|Driving, will talk later',
};
/** How, rupees, why, and the transaction number. */
const REFUNDS = [
  ['raast', 150, 'A stone was missing, she keeps the piece', 'RST7712045'],
  ['wallet', 100, 'The box was dented', '0311 882 4410'],
  ['store_credit', 250, 'Another colour than on the photo', ''],
] as const;
const NOTES = `Please call before delivery|Gift wrap please, it is for my sister|Deliver after 5 pm, nobody is home before|Leave it with the guard
  |Please do not write the price on the parcel|Needed before Friday for a mehndi||||||||||||||||||||||||`;
const NAMES = `Ayesha|Fatima|Zainab|Maryam|Hira|Sana|Mahnoor|Iqra|Amna|Rabia|Sadia|Nimra|Kiran|Bushra|Hafsa|Laiba|Mehwish|Saba|Anum|Komal|Noor|Sidra|Uzma
  |Areeba|Javeria|Maham|Nida|Rida|Saira|Urooj|Wajiha|Yusra|Zara|Aleena|Dania|Eman|Faiza|Hania|Kinza|Momina|Nayab|Shazia|Zoya|Ahmed|Bilal|Usman|Hamza|Imran`;
const SURNAMES = `Khan|Malik|Siddiqui|Butt|Qureshi|Shaikh|Chaudhry|Hashmi|Raza|Abbasi|Mirza|Javed|Aslam|Farooq|Baig|Memon|Bukhari|Yousaf|Akhtar|Rehman|Zaidi`;
const CITIES = `Karachi|Karachi|Karachi|Karachi|Karachi|Lahore|Lahore|Lahore|Lahore|Islamabad|Islamabad|Rawalpindi|Rawalpindi|Faisalabad|Faisalabad|Multan
  |Peshawar|Sialkot|Gujranwala|Hyderabad|Quetta|Bahawalpur|Abbottabad|Sahiwal`;
/** Quarters that no city has. */
const QUARTERS = 'Chambeli Town|Gulnar Colony|Motia Block|Nargis Residency|Raat ki Rani Lane|Kachnar Society';

/** The codes of two creators: one of them ends before today, and each is for customers who have none of them yet. */
const CODES = [
  { code: 'AYESHA10', name: 'Ayesha on Instagram', kind: 'percent', value: 10 },
  { code: 'ZARAGLAM', name: 'Zara on TikTok', kind: 'sum', value: 200, minimum: 1500, days: 30 },
  {
    code: 'AYESHAEAR',
    name: 'Ayesha on Instagram',
    kind: 'percent',
    value: 15,
    categories: ['earrings'],
    max_uses: 40,
    days: 90,
  },
];
/** Codes are added at ten in the morning and end with a day. */
const LAST_MINUTE = 14 * HOUR - 60_000;

const ANY_CODE = {
  target: 'lines',
  starts_at: null,
  minimum: 0,
  product_ids: [],
  categories: [],
  max_uses: null,
  once_per_phone: true,
  new_customers_only: false,
  is_paused: false,
};

/** Plans all orders. */
export function planOrders(shop: Shop): void {
  const { plan, team, query, call } = shop;
  let state = 2019;
  /** From 0 to below 1: looks random and is the same in every run. */
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const word = (words = '') => pick(words.split(/\s*\|/));
  const repeated = <Item>(items: readonly Item[], times: (item: Item) => number) =>
    items.flatMap((item) => Array<Item>(times(item)).fill(item));

  const newCustomer = (day: number, number: number) => {
    const [given, surname] = [word(NAMES), word(SURNAMES)];
    return {
      lastOrder: day,
      hasUsedCode: false,
      // No Pakistani operator has the prefix 0399.
      number: 2_140_000 + number * 137,
      customerName: `${given} ${surname}`,
      customerEmail: `${given}.${surname}${number}@mail.example`.toLowerCase(),
      customerAddress: `House ${upTo(240)}, Street ${upTo(30)}, ${word(QUARTERS)}`,
      city: word(CITIES),
    };
  };
  const customers: ReturnType<typeof newCustomer>[] = [];
  /** Somebody new, who may subscribe to the newsletter, or in a third of cases somebody who ordered more than a week ago. */
  const chooseCustomer = async (day: number) => {
    const pleased = customers.filter(({ lastOrder }) => day - lastOrder > 8);
    const isRegular = pleased.length > 0 && random() < 0.32;
    const customer = isRegular ? pick(pleased) : newCustomer(day, customers.length);
    if (!isRegular && customers.push(customer) % 4 === 0)
      await query('insert into public.newsletter_subscribers (email) values ($1)', customer.customerEmail);
    customer.lastOrder = day;
    return customer;
  };

  /** One to three products, each in a choice of which there are pieces. Featured and cheap ones sell best. */
  const fillCart = async () => {
    let stocked = await query<{ id: string; price: number; color: string | null; size: string | null }>(
      `select p.id, p.price::float8 as price, coalesce(nullif(v.color, ''), p.colors[1]) as color, coalesce(nullif(v.size, ''), p.sizes[1]) as size
         from public.product_variants v join public.products p on p.id = v.product_id
        where v.archived_at is null and v.stock_quantity >= 2 order by p.is_featured desc, p.price, p.id, v.color, v.size`,
    );
    return Array.from({ length: pick([1, 1, 1, 2, 2, 3]) }, () => {
      const { id, price, color, size } = pick(stocked.slice(0, upTo(stocked.length)));
      stocked = stocked.filter((other) => other.id !== id);
      const quantity = price < 2000 && random() < 0.15 ? 2 : 1;
      return { productId: id, price, quantity, ...(color && { selectedColor: color }), ...(size && { selectedSize: size }) };
    });
  };

  const placeOrder = async (day: number, hour: number, number: number) => {
    const lines = await fillCart();
    const customer = await chooseCustomer(day);
    const delivery = isSale(day) ? { freeFrom: 0, fee: 0 } : DEFAULT_SETTINGS.delivery;
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    // One of a few comes by a creator's link.
    const typed = number % 4 === 1 && !customer.hasUsedCode && CODES[Math.floor(number / 4) % CODES.length]?.code;
    const quote = typed && (await call<{ code?: string; total: number }>('quote_cart', lines, delivery, typed, null));
    const { code } = quote || {};
    const totalAmount = quote ? quote.total : orderTotal(subtotal, delivery);
    customer.hasUsedCode ||= Boolean(code);
    // Everybody writes their number in some way, and in another the next time.
    const customerPhone = word('0399 |+92 399 |0399-|0399') + customer.number;
    const payload = orderPayload.parse({
      ...customer,
      customerPhone,
      items: lines,
      totalAmount,
      notes: word(NOTES),
      ...(code && { code }),
    });
    // Staff write down what comes by chat and phone while they are at work.
    const actor = hour > 10 && hour < 18 && number % 3 === 0 ? team.desk : null;
    const sent = { ...payload, ...knownCity(payload), ...(actor && { source: pick(STAFF_ORDER_SOURCES) }) };
    const { id } = await call<{ id: string }>('place_order', sent, delivery, `demo-${number}`, null, null, null, actor);

    const readState = async () =>
      (await query<{ state: string }>('select state from public.order_confirmations where order_id = $1', id))[0]?.state;
    const isSure = (await readState()) === 'confirmed';
    const isAsked = async () => day >= FIRST_DAY_AT_DESK && (await readState()) !== 'confirmed';
    const setStatus = (status: string) => call('set_order_status', id, status, team.desk);
    const cancel = async (reason: string) => {
      await call('add_order_note', id, `Cancelled: ${reason}`, team.desk);
      await setStatus('cancelled');
    };
    const confirmByShopper = async (how: string) => (await isAsked()) && call('confirm_by_shopper', id, how);
    let parcel: BookedParcel | undefined;
    const setParcel = async (status: string) => parcel && tellOf(shop, parcel, status);
    /** What some are refunded for, a day after their parcel came. */
    const makeGood = async () => {
      const [method, rupees, reason, reference] = REFUNDS[number % REFUNDS.length] ?? REFUNDS[0];
      await call('refund_order', id, rupees, method, reference, reason, team.accounts);
    };
    /** Late parcels are made up for. */
    const giveCredit = () =>
      query(
        `select public.give_credit(o.customer_id, 200, 'The parcel came two days late', $2) from public.orders o where o.id = $1`,
        id,
        team.accounts,
      );
    const steps: Record<string, (step: string, word?: string, reason?: string) => Promise<unknown>> = {
      page: confirmByShopper,
      whatsapp: confirmByShopper,
      call: async (_, outcome = '', reason = '') => {
        const attempt = { how: number % 4 === 0 ? 'whatsapp' : 'call', outcome, note: reason || word(CALLS[outcome]) };
        const later = outcome === 'call_back' && { callBackAt: new Date(Date.now() + DAY / 5).toISOString() };
        if (await isAsked()) await call('record_attempt', id, { ...attempt, ...later }, team.desk);
        if (outcome === 'refused') await cancel(reason);
      },
      cancelled: (_, word, reason) => cancel(`${word} ${reason}`),
      processing: async (status) => {
        if (payload.notes.startsWith('Gift')) await call('set_order_tags', id, '{gift}', team.desk);
        await setStatus(status);
      },
      parcel: async () => {
        if (day >= FIRST_DAY_SCANNED) await packAll(shop, id);
        const { to } = deliveryDays(payload.city);
        const made = await call<{ id: string }>(
          'create_shipment',
          { orderId: id, estimatedDeliveryDate: dayOfStory(to) },
          team.packer,
        );
        parcel = await bookParcel(shop, made.id, number, payload.city);
      },
      returned: async (status) => {
        await setParcel(status);
        // Never comes back.
        customer.lastOrder = 0;
        const notes = 'Refused a parcel at the door. The next one only against a transfer.';
        const changes = JSON.stringify({ block: 'prepaid_only', tags: ['refused a parcel'], notes });
        await query('select public.edit_customer(o.customer_id, $2::jsonb) from public.orders o where o.id = $1', id, changes);
      },
      unpacked: () =>
        call(
          'receive_pieces',
          { key: crypto.randomUUID(), orderId: id, pieces: [], isWholeOrder: true, notes: 'Refused at the door' },
          team.packer,
        ),
    };
    const [, way = ''] = (isSure ? ways[0] : ways[(number * 47) % ways.length])?.split(' | ') ?? [];
    const arrives = way.split(', ').find((step) => step.endsWith(' delivered'));
    if (arrives && number % 29 === 3) plan(day, Number.parseFloat(arrives) + 26, makeGood);
    if (arrives && number % 31 === 5) plan(day, Number.parseFloat(arrives) + 5, giveCredit);
    for (const step of way.split(', ')) {
      const [at, what = '', detail, ...reason] = step.split(' ');
      // Nobody does everything on the hour.
      const time = Math.max(Number(at), hour + 0.1) + ((number * 7) % 25) / 60;
      plan(day, time, () => (steps[what] ?? setParcel)(what, detail, reason.join(' ')));
    }
  };

  plan(FIRST_DAY, 10, async () => {
    for (const { days, ...terms } of CODES) {
      const ends_at = days === undefined ? null : new Date(Date.now() + days * DAY + LAST_MINUTE).toISOString();
      await call('save_discount_code', null, { ...ANY_CODE, ...terms, ends_at }, team.manager);
    }
  });
  const ways = repeated(WAYS.trim().split('\n'), (way) => Number.parseInt(way, 10));
  const hours = repeated([...HOURS.keys()], (hour) => HOURS[hour] ?? 0);
  const days = repeated([...Array(1 - FIRST_DAY).keys()], (ago) => busyness(-ago));
  const times = Array.from({ length: ORDERS }, () => ({ day: -pick(days), hour: pick(hours) + random() }));
  times.sort((one, other) => one.day - other.day || one.hour - other.hour);
  for (const [index, { day, hour }] of times.entries()) plan(day, hour, () => placeOrder(day, hour, index + 1));
}
