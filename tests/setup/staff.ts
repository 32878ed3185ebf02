import { addStaff } from '#local/staff/staff-accounts.ts';
import type { EmbeddedShop } from './embedded-shop.ts';

export const STAFF = { email: 'sana@shop.test', username: 'sana', password: 'a long enough password' };

/** Puts Sana on the staff and signs her in. Returns her token. */
export async function signInStaff(shop: EmbeddedShop): Promise<string> {
  await addStaff(shop.supabase, STAFF);
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body: STAFF });
  return json.data.token;
}
