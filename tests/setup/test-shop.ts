import { afterAll } from 'vitest';
import { type Answered, type EmbeddedShop, startEmbeddedShop } from './embedded-shop.ts';
import { signInStaff } from './staff.ts';

/** A shop for the test file that asks, stopped after its tests. Takes what `startEmbeddedShop` takes. */
export async function testShop(...options: Parameters<typeof startEmbeddedShop>): Promise<EmbeddedShop> {
  const shop = await startEmbeddedShop(...options);
  afterAll(() => shop.stop());
  return shop;
}

export interface StaffedShop extends EmbeddedShop {
  /** What Sana of the staff sends with her requests. */
  token: string;
  /** Sends a request as Sana. */
  staff(method: string, path: string, body?: unknown): Promise<Answered>;
}

/** The same, with Sana on its staff. */
export async function staffedShop(...options: Parameters<typeof testShop>): Promise<StaffedShop> {
  const shop = await testShop(...options);
  const token = await signInStaff(shop);
  return { ...shop, token, staff: (method, path, body) => shop.call(method, path, { token, ...(body ? { body } : {}) }) };
}
