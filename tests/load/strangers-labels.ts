/** What somebody gets who scans a parcel, and what a member of staff puts before shoppers. */
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { scanned } from '#tests/setup/samples/labels.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs, signInStaff } from '#tests/setup/samples/staff.ts';
import type { Attack } from './stranger.ts';

/** The thief's number, spelled so that nobody finds it. */
const SPELLINGS = [
  '0345-9998887',
  '۰۳۴۵ ۹۹۹ ۸۸۸۷',
  'O345 9998887',
  'zero three four five 9998887',
  'PK36 SCBL 0000 0099 9999 9902',
  'evil . com',
  'wa.me/923459998887',
];

type Shop = Parameters<Attack>[0]['shop'];

/** An order whose parcel has its label printed: the code on the label, and what the customer has. */
async function labelled(shop: Shop) {
  const token = await signInStaff(shop);
  const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, { customerEmail: 'victim@example.com' });
  const order = (await shop.call('POST', '/api/orders', { body })).json.data;
  const parcel = (await shop.call('POST', '/api/shipments', { token, body: { orderId: order.id } })).json.data;
  const { json } = await shop.call('POST', '/api/shipments/labels', { token, body: { shipmentIds: [parcel.id] } });
  await shop.call('PUT', `/api/shipments/${parcel.id}/status`, { token, body: { status: 'delivered' } });
  return { token, order, label: scanned(json.data[0].label.link) };
}

/** Labels and texts. */
export const ON_LABELS: Record<string, Attack> = {
  'L1 a label is scanned, and the order’s page is asked for': async ({ shop, call }) => {
    const { label, order } = await labelled(shop);
    const { orderNumber, key } = label;
    const page = await call('POST', '/api/order-page', { body: { orderNumber, key } });
    const [{ id: itemId }] = await shop.rows(`select id from order_items where order_id = '${order.id}'`);
    const items = [{ itemId, quantity: 1 }];
    const asked = { orderNumber, key, kind: 'return', outcome: 'transfer', reason: 'does_not_fit', items };
    const request = await call('POST', '/api/order-page/returns', { body: asked });
    return `page: ${page.status}, a return in the customer's name: ${request.status}`;
  },
  'L2 the last digits are guessed with a label': async ({ shop, call }) => {
    const { label } = await labelled(shop);
    const { orderNumber, key } = label;
    const answers = new Map<string, number>();
    for (let n = 0; n < 100; n += 1) {
      const body = { orderNumber, key, lastDigits: String(4500 + n) };
      const { status } = await call('POST', '/api/order-page/label/link', { body });
      answers.set(String(status), (answers.get(String(status)) ?? 0) + 1);
    }
    const [{ n }] = await shop.rows(`select count(*)::int as n from mail_outbox where kind = 'order_link'`);
    return `100 guesses: ${[...answers].map(([status, times]) => `${times} × ${status}`).join(', ')}; mails: ${n}`;
  },
  'L3 a manager writes another number': async ({ shop }) => {
    const owner = await signInStaff(shop);
    const token = await signInAs(shop, 'manager');
    const { announcement, about } = (await shop.call('GET', '/api/settings')).json.data;
    const text = await exampleRequests(shop, owner)['PUT /api/ready-texts']?.(1);
    let shown = 0;
    for (const spelled of SPELLINGS) {
      const settings = { announcement: { ...announcement, text: `Pay ${spelled}` }, about: { ...about, story: spelled } };
      shown += Number((await shop.call('PUT', '/api/settings', { token, body: settings })).status < 300);
      const ready = { ...Object(text?.body), text: `Pay to ${spelled}` };
      shown += Number((await shop.call('PUT', '/api/ready-texts', { token, body: ready })).status < 300);
    }
    return `${shown} of ${2 * SPELLINGS.length} texts are before shoppers`;
  },
};
