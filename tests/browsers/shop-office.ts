import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';
import { own, PHOTO } from '#tests/setup/browsers/staff-products.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';

/** What a journey finds in the shop: made by the API, so that each has its own. */
export interface ShopOffice {
  staff: ShopAccess['staff'];
  /** Places Ayesha's order of one pendant. */
  order(): Promise<{ orderNumber: string }>;
  /** Adds a product that nobody else edits. */
  product(): Promise<{ name: string }>;
}

export function officeOf({ url, staff }: ShopAccess): ShopOffice {
  async function post(path: string, body: unknown, token?: string): Promise<any> {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as { success: boolean; data: unknown };
    if (!json.success) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json.data;
  }

  return {
    staff,
    order() {
      const delivery = 200;
      return post('/orders', orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + delivery, { repeat: true }));
    },
    async product() {
      const { token } = await post('/auth/admin/login', { username: staff.username, password: staff.password });
      return post('/products', { name: own('Anklet'), price: 990, category: 'cosmetics', images: [PHOTO] }, token);
    },
  };
}
