import { callApi } from '#browser/api.ts';
import { forgetProfile } from './device-profile.ts';
import { clearSession, shopperToken } from './shopper-session.ts';

/** Signs out locally at once, and forgets who it was: phones are shared. Revoking the token happens in the background. */
export async function signOut(): Promise<void> {
  const token = shopperToken();
  clearSession();
  forgetProfile();
  if (!token) return;
  await callApi('POST', '/auth/logout', { token, timeoutMs: 5_000 }).catch((failure: unknown) => {
    console.warn('The session could not be ended on the server', failure);
  });
}
