/** What shoppers and staff ask a running shop for most, one call each time. */
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import type { RunningShop } from './running-shop.ts';

/** Places an order. Everybody is somebody else, as in a shop: one person's open orders would all be read again for each further one. */
export function ordering({ url }: RunningShop) {
  let shoppers = 0;
  return () => {
    shoppers += 1;
    const person = { customerPhone: `0300 ${1_000_000 + shoppers}`, customerAddress: `House ${shoppers}, Street 4, F-7/2` };
    return post(`${url}/api/orders`, orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, person));
  };
}

/** Reprices a cart of one line. */
export function quoting({ url }: RunningShop) {
  return () => post(`${url}/api/cart/quote`, { items: [{ productId: RING.id, quantity: 1 }] });
}

/** Reads the first page of orders, as staff. */
export function listingOrders({ url, token }: RunningShop) {
  return () => fetch(`${url}/api/orders?page=1&limit=20`, { headers: { Authorization: `Bearer ${token}` } });
}

/** Puts so many pieces of what `ordering` buys on the shelf, as staff do. */
export async function addStock({ url, token }: RunningShop, quantity: number): Promise<void> {
  const adjustment = { productId: PENDANT.id, quantity, transactionType: 'purchase' };
  const adjusted = await post(`${url}/api/stock-history/adjust`, adjustment, { Authorization: `Bearer ${token}` });
  if (!adjusted.ok) throw new Error(`The shelf could not be filled: ${adjusted.status}`);
}

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
