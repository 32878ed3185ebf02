import { addStaff } from '#local/staff/staff-accounts.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';

export const STAFF = { email: 'sana@shop.test', username: 'sana', password: 'a long enough password' };

/** Puts Sana on the staff, an owner since long ago, and signs her in. Returns her token. */
export async function signInStaff(shop: EmbeddedShop): Promise<string> {
  await addStaff(shop.supabase, STAFF);
  await shop.rows(`update staff set owner_since = now() - interval '1 year' where username = 'sana'`);
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body: STAFF });
  return json.data.token;
}

/** Puts somebody on the staff in a role, by its id, and signs them in. Returns their token. */
export async function signInAs(shop: EmbeddedShop, role: string): Promise<string> {
  const member = { ...STAFF, email: `${role}@shop.test`, username: role };
  await addStaff(shop.supabase, member);
  await shop.rows(`update staff set role = '${role}' where username = '${role}'`);
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body: member });
  // Whoever moves money needs a second factor, which is no matter where this is used.
  await shop.rows('update staff_sessions set must_enroll = false');
  return json.data.token;
}
