import type { AuthError, SupabaseClient } from '@supabase/supabase-js';

/** When several ask for an account of one address at once, Auth fails for all but one, as if it were broken. Asked again, it knows the address. */
export async function askTwice<Answer extends { error: AuthError | null }>(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.error?.status === 500 ? ask() : answer;
}

/**
 * Makes an account that can sign in at once. The embedded Auth has no admin API, so there the account signs up.
 * Takes a client with the secret key, and a fresh one with the publishable key. Returns Auth's answer.
 */
export async function makeAccount(
  admin: SupabaseClient,
  visitor: SupabaseClient,
  { email, password }: { email: string; password: string },
) {
  const made = await askTwice(() => admin.auth.admin.createUser({ email, password, email_confirm: true }));
  const withoutAdminApi = [401, 403, 404, 405].includes(made.error?.status ?? 0);
  if (!withoutAdminApi) return made;
  const signedUp = await askTwice(() => visitor.auth.signUp({ email, password }));
  if (signedUp.data.session) await visitor.auth.signOut({ scope: 'local' });
  return signedUp;
}
