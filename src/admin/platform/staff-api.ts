import { callApi, callApiPage } from '#browser/api.ts';
import { withProof } from './proof.ts';
import { $session, isUnauthorized, loseSession, signedInAgain } from './session.ts';

/**
 * As `callApi`, with the token of the signed-in admin. A refused token ends the session. A write is not lost: it is sent again
 * after they have signed in again, and with what proves that it is them when the shop asks for that.
 */
export const callStaffApi: typeof callApi = (method, path, options) => {
  if (method === 'GET') return withToken((token) => callApi(method, path, { ...options, token }));
  return withProof((proof) =>
    write(method, path, proof === undefined ? options : { ...options, body: proved(options?.body, proof) }),
  );
};

function proved(body: unknown, proof: string): object {
  return { ...(body as object | undefined), proof };
}

const write: typeof callApi = async (method, path, options) => {
  const call = () => withToken((token) => callApi(method, path, { ...options, token }));
  for (;;) {
    const session = $session.get();
    try {
      return await call();
    } catch (error) {
      if (!isUnauthorized(error) || session.state !== 'signedIn' || !(await signedInAgain(session.admin))) throw error;
    }
  }
};

/** As `callApiPage`, with the token of the signed-in admin. */
export const callStaffApiPage: typeof callApiPage = (path, options) =>
  withToken((token) => callApiPage(path, { ...options, token }));

/** Makes a call with the token of the signed-in admin. A refused token ends the session. */
export async function withToken<Answer>(call: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  const token = currentToken();
  try {
    return await call(token);
  } catch (error) {
    // A late answer to an old token says nothing about a newer session.
    if (isUnauthorized(error) && token === currentToken()) loseSession();
    throw error;
  }
}

function currentToken(): string | undefined {
  const session = $session.get();
  return session.state === 'signedIn' ? session.token : undefined;
}
