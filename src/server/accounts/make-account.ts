import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * Makes an account that can sign in at once. The embedded Auth has no admin API, so there the account signs up.
 * Takes a client with the secret key, and a fresh one with the publishable key. Returns Auth's answer.
 */
export async function makeAccount(
  admin: SupabaseClient,
  visitor: SupabaseClient,
  { email, password }: { email: string; password: string },
) {
  const made = await admin.auth.admin.createUser({ email, password, email_confirm: true });
  const withoutAdminApi = [401, 403, 404, 405].includes(made.error?.status ?? 0);
  if (!withoutAdminApi) return made;
  const signedUp = await visitor.auth.signUp({ email, password });
  if (signedUp.data.session) await visitor.auth.signOut({ scope: 'local' });
  return signedUp;
}
