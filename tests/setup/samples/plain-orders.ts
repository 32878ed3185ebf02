import type { MailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import { BRIDAL_SET, orderFor, PENDANT, RING } from './products.ts';

/** What differs from run to run: ids, numbers, keys and times. The ids of the demo's products stay. */
const OF_THE_RUN: [RegExp, string][] = [
  [/\b(?!68f0a1)[0-9a-f]{24}\b/g, '<id>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/(ORD|SHP)-\d+/g, '$1-<number>'],
  [/"(pageKey|version)":"[^"]+"/g, '"$1":"<key>"'],
  [/#[\w-]{24}(?![\w-])/g, '#<key>'],
  [/Code%3A%20\d+/g, 'Code%3A%20<code>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [
    /\b(\w+day,? )?\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?/g,
    '<day>',
  ],
];

/** What is not about orders: the looks of a page, the demo's catalogue. */
const OF_OTHERS: [RegExp, string][] = [
  [/<head>.*<\/head>/gs, '<head></head>'],
  [/"(categoryStats|lowStockProducts)":\[.*?\]/g, '"$1":[]'],
];

function normalized(text: string): string {
  return [...OF_THE_RUN, ...OF_OTHERS].reduce((read, [pattern, shown]) => read.replaceAll(pattern, shown), text);
}

interface Sent {
  body?: unknown;
  token?: string;
  form?: Record<string, string>;
}

/** A status and the text of its answer, without what differs from run to run. */
export interface RecordedAnswer {
  status: number;
  text: string;
}

/**
 * What the shop answers to whoever orders without a code and pays the rider, by the name of the request.
 * Takes a shop where nothing was ordered yet, the token of its staff, and what receives its mails.
 */
export async function answersAboutPlainOrders(
  shop: EmbeddedShop,
  staff: string,
  { mails }: MailReceiver,
): Promise<Record<string, RecordedAnswer>> {
  const answers: Record<string, RecordedAnswer> = {};

  async function ask(method: string, path: string, { body, token, form }: Sent = {}): Promise<RecordedAnswer> {
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const written = form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body);
    const answer = await shop.ask(new Request(new URL(path, 'http://shop.test'), { method, headers, body: written }));
    return { status: answer.status, text: await answer.text() };
  }

  async function record(name: string, method: string, path: string, sent?: Sent): Promise<any> {
    const { status, text } = await ask(method, path, sent);
    answers[name] = { status, text: normalized(text) };
    return text.startsWith('{') ? JSON.parse(text).data : null;
  }

  const ring = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
  const pendant = { productId: PENDANT.id, quantity: 1 };
  const pendants = { ...pendant, quantity: 2 };
  const account = { email: 'hina@example.com', password: 'a long enough password' };
  const { token: shopper } = JSON.parse((await ask('POST', '/api/auth/signup', { body: account })).text).data;

  await record('quote', 'POST', '/api/cart/quote', { body: { items: [ring] } });
  await record('quote with free delivery', 'POST', '/api/cart/quote', { body: { items: [ring, pendants] } });
  await record('quote of more than there is', 'POST', '/api/cart/quote', { body: { items: [{ ...pendant, quantity: 99 }] } });
  const body = orderFor([ring], 2050);
  const order = await record('order', 'POST', '/api/orders', { body, token: shopper });
  await record('order at another price', 'POST', '/api/orders', { body: { ...body, totalAmount: 1 } });
  const tooMany = orderFor([{ productId: BRIDAL_SET.id, quantity: 4 }], 98_000);
  await record('order of more than there is', 'POST', '/api/orders', { body: tooMany });
  await shop.idle();
  const mail = [...mails.values()].find(({ to }) => to === body.customerEmail);
  answers['mail that confirms an order'] = { status: 200, text: normalized(mail?.text ?? '') };

  const byPhone = { ...orderFor([ring, pendants], 4550, { customerPhone: '0321 7654321' }), source: 'phone' };
  const { id } = await record('order by staff', 'POST', '/api/orders/by-staff', { body: byPhone, token: staff });
  await shop.idle();
  const noAddress = { customerAddress: '', city: '', customerPhone: '0333 7654321' };
  const atCounter = { ...orderFor([ring], 1850, noAddress), source: 'counter' };
  await record('order at the counter', 'POST', '/api/orders/by-staff', { body: atCounter, token: staff });

  const { orderNumber, pageKey: key } = order;
  const tracking = { orderNumber, phone: body.customerPhone };
  await record('tracked order', 'POST', '/api/orders/track', { body: tracking });
  await record('tracked order without script', 'POST', '/forms/track', { form: tracking });
  await record('page of an order', 'POST', '/api/order-page', { body: { orderNumber, key } });
  await record('orders of a shopper', 'GET', '/api/orders/mine', { token: shopper });
  await record('order for staff', 'GET', `/api/orders/${order.id}`, { token: staff });
  await record('orders for staff', 'GET', '/api/orders?sortBy=totalAmount&limit=1', { token: staff });
  await record('orders in a few figures', 'GET', '/api/orders/stats', { token: staff });

  const edit = `/api/orders/${id}/items`;
  await record('price of other items', 'PUT', edit, { body: { items: [pendant], preview: true }, token: staff });
  await ask('PUT', edit, { body: { items: [pendant], totalSeen: 1550 }, token: staff });
  await record('timeline', 'GET', `/api/orders/${id}/timeline`, { token: staff });
  await record('parcel', 'POST', '/api/shipments', { body: { orderId: order.id }, token: staff });
  await record('delivered order', 'PUT', `/api/orders/${order.id}/status`, {
    body: { status: 'delivered', cashWith: 'us' },
    token: staff,
  });
  await ask('PUT', `/api/orders/${id}/status`, { body: { status: 'cancelled' }, token: staff });

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date());
  const period = `startDate=${today}&endDate=${today}`;
  await record('sales report', 'GET', `/api/analytics/sales?${period}`, { token: staff });
  await record('dashboard', 'GET', `/api/analytics/dashboard?${period}`, { token: staff });
  return answers;
}
