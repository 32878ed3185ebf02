import { callApi, callApiPage } from '#client/api.ts';
import { $session, isRefusal, loseSession } from './session.ts';

/** As `callApi`, in the name of the signed-in admin. An answer that their token is dead ends the session. */
export const callStaffApi: typeof callApi = (method, path, options) =>
  withToken((token) => callApi(method, path, { ...options, token }));

/** As `callApiPage`, in the name of the signed-in admin. */
export const callStaffApiPage: typeof callApiPage = (path, options) =>
  withToken((token) => callApiPage(path, { ...options, token }));

/** Makes a call with the token of the signed-in admin. An answer that it is dead ends the session. */
export async function withToken<Answer>(call: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  const token = currentToken();
  try {
    return await call(token);
  } catch (error) {
    // A late answer to an old token says nothing about the session that has begun since.
    if (isRefusal(error) && token === currentToken()) loseSession();
    throw error;
  }
}

function currentToken(): string | undefined {
  const session = $session.get();
  return session.state === 'signedIn' ? session.token : undefined;
}
