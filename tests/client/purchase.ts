import createClient from 'openapi-fetch';
// Generated from the API's description by tests/api/description.test.ts, which compiles this file and runs it.
import type { paths } from '../../test-results/api-client/api.d.ts';

interface Shopper {
  name: string;
  email: string;
  phone: string;
  address: string;
}

interface Login {
  username: string;
  password: string;
}

/** Looks for a product, buys one and follows the order; then staff find it in their list. Returns what each saw. */
export async function buyAndLookItUp(
  ask: (request: Request) => Promise<Response>,
  words: string,
  shopper: Shopper,
  staff: Login,
) {
  const client = createClient<paths>({ baseUrl: 'http://shop.test', fetch: ask });

  const found = await client.GET('/api/products/search', { params: { query: { q: words, limit: 5 } } });
  const product = found.data?.data[0];
  if (!product || !found.data) throw new Error(`Nothing found for ${words}`);

  const choice = { selectedColor: product.colors[0] ?? '', selectedSize: product.sizes[0] ?? '' };
  const items = [{ productId: product.id, quantity: 1, ...choice }];
  const quote = await client.POST('/api/cart/quote', { body: { items } });
  const order = {
    customerName: shopper.name,
    customerEmail: shopper.email,
    customerPhone: shopper.phone,
    customerAddress: shopper.address,
    items,
  };
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
  const tooCheap = await client.POST('/api/orders', { params, body: { ...order, totalAmount: 1 } });
  // The codes of an operation are its own: another one's is no answer of this one.
  const why: 'price_changed' | undefined = tooCheap.error?.code === 'price_changed' ? tooCheap.error.code : undefined;
  // @ts-expect-error An order is never refused with a review's code.
  if (tooCheap.error?.code === 'not_your_review') throw new Error('Not here');
  const { customerName: _, ...nameless } = order;
  // @ts-expect-error An order without a customer is none.
  const incomplete = await client.POST('/api/orders', { body: { ...nameless, totalAmount: 1 } });

  const placed = await client.POST('/api/orders', {
    params,
    body: { ...order, totalAmount: quote.data?.data.total ?? 0 },
  });
  const orderNumber = placed.data?.data.orderNumber ?? '';
  const tracked = await client.POST('/api/orders/track', { body: { orderNumber, phone: shopper.phone } });

  const session = await client.POST('/api/auth/admin/login', { body: staff });
  const headers = { Authorization: `Bearer ${session.data?.data.token}` };
  const orders = await client.GET('/api/orders', { headers, params: { query: { search: orderNumber } } });
  const strangers = await client.GET('/api/orders');

  return {
    why,
    missing: incomplete.error?.errors?.map(({ path }) => path),
    placed: { status: placed.data?.data.status, total: placed.data?.data.totalAmount },
    tracked: tracked.data?.data.orderNumber === orderNumber,
    listed: orders.data?.data.map((listed) => listed.orderNumber === orderNumber),
    pages: orders.data?.pagination.totalPages,
    strangers: strangers.error?.code,
  };
}
