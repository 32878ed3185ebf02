import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * Makes an account that can sign in at once. The embedded Auth has no admin API; there, signing up does the same.
 * Takes a client with the secret key, and one with the publishable key that becomes whoever was made. Answers as Auth does.
 */
export async function makeAccount(
  admin: SupabaseClient,
  visitor: SupabaseClient,
  { email, password }: { email: string; password: string },
) {
  const made = await admin.auth.admin.createUser({ email, password, email_confirm: true });
  const withoutAdminApi = [401, 403, 404, 405].includes(made.error?.status ?? 0);
  return withoutAdminApi ? visitor.auth.signUp({ email, password }) : made;
}
