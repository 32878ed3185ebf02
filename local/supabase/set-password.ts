import { createHmac, randomUUID } from 'node:crypto';
import type { App } from '@supabase/lite';
import { servedProject } from './served-project.ts';

const ADMIN_USER = /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})$/;

/**
 * Answers `PUT /auth/v1/admin/users/:id` with a password, as a hosted Auth does: the library has no admin API. Its own endpoint for the owner of an
 * account sets the password, called with a session that lasts no longer than that; then all sessions of the account end. Null for any other request.
 */
export async function setPassword(app: App | undefined, request: Request): Promise<Response | null> {
  // Every request comes by here.
  if (!app || request.method !== 'PUT') return null;
  const { pathname, origin } = new URL(request.url);
  const account = ADMIN_USER.exec(pathname)?.[1];
  if (!account) return null;
  const { secretKey, publishableKey } = servedProject();
  if (request.headers.get('apikey') !== secretKey) return null;
  const { password } = (await request.json()) as { password?: unknown };
  if (typeof password !== 'string') return null;

  const { connection } = app;
  const found = await connection.exec<{ rows: unknown[] }>(`select id from auth.users where id = '${account}'`);
  if (found.rows.length === 0) return refusal(404, 'user_not_found', 'User not found');
  const session = randomUUID();
  await connection.exec(
    `insert into auth.sessions (id, user_id, created_at, updated_at) values ('${session}', '${account}', now(), now())`,
  );
  const headers = {
    apikey: publishableKey,
    Authorization: `Bearer ${tokenOf(account, session)}`,
    'Content-Type': 'application/json',
  };
  const own = new Request(`${origin}/auth/v1/user`, { method: 'PUT', headers, body: JSON.stringify({ password }) });
  const answer = await app.fetch(own, { peerAddress: null });
  await connection.exec(`delete from auth.sessions where user_id = '${account}'`);
  if (answer.ok) return answer;
  // Its owner may not choose the old one again, but an admin may.
  const { error_code: code } = (await answer.clone().json()) as { error_code?: string };
  return code === 'same_password' ? Response.json({ id: account }) : answer;
}

function tokenOf(account: string, session: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: account, session_id: session, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 60 };
  const content = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${createHmac('sha256', servedProject().jwtSecret).update(content).digest('base64url')}`;
}

function refusal(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status });
}
