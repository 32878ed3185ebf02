import { afterAll } from 'vitest';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { type Answered, type EmbeddedShop, startEmbeddedShop } from './embedded-shop.ts';

/** A shop for the test file that asks, stopped after its tests. Takes what `startEmbeddedShop` takes. */
export async function testShop(...options: Parameters<typeof startEmbeddedShop>): Promise<EmbeddedShop> {
  const shop = await startEmbeddedShop(...options);
  afterAll(() => shop.stop());
  return shop;
}

export interface StaffedShop extends EmbeddedShop {
  /** What Sana of the staff sends with her requests. */
  token: string;
  /** Sends a request as Sana, unless somebody else's token is given, who proves that it is her where she is asked to. */
  staff(method: string, path: string, body?: unknown, token?: string): Promise<Answered>;
}

/** The same, with Sana on its staff. */
export async function staffedShop(...options: Parameters<typeof testShop>): Promise<StaffedShop> {
  const shop = await testShop(...options);
  const token = await signInStaff(shop);
  const staff: StaffedShop['staff'] = async (method, path, body, asker = token) => {
    const answered = await shop.call(method, path, { token: asker, ...(body ? { body } : {}) });
    if (answered.json?.code !== 'proof_needed') return answered;
    return shop.call(method, path, { token: asker, body: { ...(body as object), proof: STAFF.password } });
  };
  return { ...shop, token, staff };
}
