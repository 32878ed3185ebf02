import type { StaffedShop } from '#tests/setup/stack/test-shop.ts';
import { orderFor, PENDANT } from './products.ts';

/** What the code of a printed label says: the order's number, the label's own key, and its version. */
export function scanned(link: string): { orderNumber: string; key: string; version: string } {
  const { pathname, hash } = new URL(link);
  const [, key = '', version = ''] = /^#([\w-]{24})\.([0-9a-f]{8})$/.exec(hash) ?? [];
  if (!key) throw new Error(`${link} is not the link of a label`);
  return { orderNumber: pathname.split('/')[2] ?? '', key, version };
}

/** Places an order, makes a parcel of it and prints its label. */
export async function labelledParcel(shop: StaffedShop, number: number, changes: object = {}) {
  const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, {
    customerEmail: `label-${number}@example.com`,
    customerPhone: `0301 ${7_400_000 + number}`,
    customerAddress: `House ${number}, Street 4`,
    ...changes,
  });
  const placed = await shop.call('POST', '/api/orders', { body, ip: `198.18.${number}.1` });
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.json));
  const order = placed.json.data;
  const sent = { orderId: order.id, carrier: 'PostEx', trackingNumber: `99${number}` };
  const parcel = (await shop.staff('POST', '/api/shipments', sent)).json.data;
  const [{ label }] = (await shop.staff('POST', '/api/shipments/labels', { shipmentIds: [parcel.id] })).json.data;
  return { order, parcel, label: scanned(label.link), page: { orderNumber: order.orderNumber, key: order.pageKey } };
}
