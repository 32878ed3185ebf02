import { randomInt, randomUUID } from 'node:crypto';
import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';

type Call = (method: string, path: string, body?: object) => Promise<any>;

const LIPSTICK = '68f0a1000000000000000232';

/**
 * Places orders that are to be confirmed before all others, whatever the time of the day: nobody is called at night. Takes how the API is called as
 * staff, and what the orders say besides. Gives their numbers.
 */
export async function dueOrders(shop: ShopAccess, call: Call, count: number, changes: object = {}): Promise<string[]> {
  await call('POST', '/stock-history/adjust', { productId: LIPSTICK, quantity: count, transactionType: 'purchase' });
  const orders: { id: string; orderNumber: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    orders.push(
      await call('POST', '/orders/by-staff', {
        customerName: `Hira Malik ${randomUUID().slice(0, 4)}`,
        customerPhone: `0301${String(randomInt(1e7)).padStart(7, '0')}`,
        customerAddress: '5 Canal View, near the school',
        city: 'Lahore',
        items: [{ productId: LIPSTICK, quantity: 1 }],
        totalAmount: 1390,
        source: 'phone',
        repeat: true,
        ...changes,
      }),
    );
  }
  const ids = orders.map(({ id }) => id).join();
  const due = { state: 'unconfirmed', due_at: '2020-01-01T10:00:00Z' };
  await writeRows(shop, 'PATCH', `order_confirmations?order_id=in.(${ids})`, due);
  return orders.map(({ orderNumber }) => orderNumber);
}

/** Writes to the database what no operation writes. */
export async function writeRows(shop: ShopAccess, method: 'POST' | 'PATCH', path: string, rows: object): Promise<void> {
  const answer = await fetch(`${shop.supabaseUrl}/rest/v1/${path}`, {
    method,
    headers: { apikey: shop.secretKey, Authorization: `Bearer ${shop.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
