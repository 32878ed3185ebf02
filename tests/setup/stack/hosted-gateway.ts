import { createHmac, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type postgres from 'postgres';
import type { SupabaseKeys } from '#local/supabase/keys.ts';

/** As many seconds as supabase/config.toml gives a token. */
const SESSION_SECONDS = 600;

interface Options extends SupabaseKeys {
  port: number;
  /** Where PostgREST listens. */
  rest: string;
  /** Connections of the superuser, as Auth and Storage have them. */
  sql: postgres.Sql;
  /** Where photos are kept. */
  folder: string;
}

type Claims = { role: string; sub?: string; session_id?: string; exp: number };
type User = { id: string; email: string; encrypted_password: string; [column: string]: unknown };
type Visitor = { Variables: { token: string; claims: Claims | null } };

/**
 * What stands before a hosted project: it turns API keys into tokens, hands `/rest/v1` to PostgREST as it is, and answers for Auth and Storage on their
 * tables, as far as the shop asks them. Storage acts as the role of whoever asks, so that row level security decides, as it does there.
 */
export function startHostedGateway(options: Options): Promise<ServerType> {
  const { publishableKey, secretKey, jwtSecret, rest, port } = options;
  const app = new Hono<Visitor>();

  app.get('/storage/v1/object/public/:bucket/*', (c) => publicPhoto(options, c));
  app.use(async (c, next) => {
    const key = c.req.header('apikey');
    if (key !== publishableKey && key !== secretKey) return c.json({ message: 'Invalid API key', hint: '' }, 401);
    const sent = c.req.header('authorization')?.replace(/^Bearer /i, '');
    const role = key === secretKey ? 'service_role' : 'anon';
    c.set('token', sent && sent !== key ? sent : sign(jwtSecret, { role, exp: seconds() + 600 }));
    c.set('claims', verified(jwtSecret, c.get('token')));
    return next();
  });
  app.all('/rest/v1/*', (c) => passOn(rest, c));
  app.route('/auth/v1', authService(options));
  app.route('/storage/v1', storageService(options));
  app.notFound((c) => c.json({ statusCode: '404', error: 'not_found', message: 'Nothing of the kind here' }, 404));
  app.onError((error, c) => c.json({ statusCode: '500', error: 'internal', message: String(error) }, 500));

  return new Promise((listening) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => listening(server));
  });
}

async function passOn(rest: string, c: Context<Visitor>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  for (const name of ['apikey', 'host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
  headers.set('authorization', `Bearer ${c.get('token')}`);
  const { method } = c.req.raw;
  const body = method === 'GET' || method === 'HEAD' ? null : await c.req.arrayBuffer();
  return fetch(`${rest}${pathname.slice('/rest/v1'.length)}${search}`, { method, headers, body }).catch(() =>
    c.json({ message: 'The Data API does not answer' }, 503),
  );
}

function authService({ sql, jwtSecret }: Options) {
  const app = new Hono<Visitor>();
  const shown = (user: User) => ({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user['email_confirmed_at'],
    phone: '',
    app_metadata: user['raw_app_meta_data'] ?? {},
    user_metadata: user['raw_user_meta_data'] ?? {},
    identities: [],
    created_at: user['created_at'],
    updated_at: user['updated_at'],
    is_anonymous: false,
  });

  const make = async (email: string, password: string, data: object = {}): Promise<User | undefined> => {
    const id = randomUUID();
    const [user] = await sql<User[]>`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000'::uuid, ${id}::uuid, 'authenticated', 'authenticated', ${email}, ${hash(password)}, now(), '{}', ${sql.json(data as never)}, now(), now()
       where not exists (select from auth.users where email = ${email}) returning *`;
    if (user)
      await sql`insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
        values (${randomUUID()}, ${id}, ${id}, ${sql.json({ sub: id, email })}, 'email', now(), now())`;
    return user;
  };

  const session = async (user: User) => {
    const id = randomUUID();
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${user.id}, now(), now())`;
    const expires = seconds() + SESSION_SECONDS;
    const claims = { sub: user.id, role: 'authenticated', aud: 'authenticated', email: user.email, session_id: id, exp: expires };
    return {
      access_token: sign(jwtSecret, claims),
      token_type: 'bearer',
      expires_in: SESSION_SECONDS,
      expires_at: expires,
      refresh_token: randomUUID(),
      user: shown(user),
    };
  };

  app.get('/health', (c) => c.json({ name: 'GoTrue' }));
  app.post('/token', async (c) => {
    const { email, password } = await c.req.json();
    const [user] = await sql<User[]>`select * from auth.users where email = ${String(email).toLowerCase()}`;
    if (!user || !isOf(password, user.encrypted_password))
      return c.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400);
    return c.json(await session(user));
  });
  app.post('/signup', async (c) => {
    const { email, password, data } = await c.req.json();
    const user = await make(String(email).toLowerCase(), password, data);
    if (!user) return c.json({ code: 422, error_code: 'user_already_exists', msg: 'User already registered' }, 422);
    return c.json(await session(user));
  });
  app.get('/user', async (c) => {
    const claims = c.get('claims');
    if (!claims?.sub) return c.json({ code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' }, 403);
    const [user] = await sql<User[]>`
      select u.* from auth.users u join auth.sessions s on s.user_id = u.id where u.id = ${claims.sub} and s.id = ${claims.session_id ?? null}`;
    return user
      ? c.json(shown(user))
      : c.json({ code: 403, error_code: 'session_not_found', msg: 'Session does not exist' }, 403);
  });
  app.put('/user', async (c) => {
    const { sub, session_id } = c.get('claims') ?? {};
    const { password } = await c.req.json();
    const [user] = await sql<User[]>`
      update auth.users u set encrypted_password = ${hash(password)} from auth.sessions s
       where s.user_id = u.id and u.id = ${sub ?? null} and s.id = ${session_id ?? null} returning u.*`;
    return user
      ? c.json(shown(user))
      : c.json({ code: 403, error_code: 'session_not_found', msg: 'Session does not exist' }, 403);
  });
  app.post('/logout', async (c) => {
    await sql`delete from auth.sessions where id = ${c.get('claims')?.session_id ?? null}`;
    return c.body(null, 204);
  });

  app.use('/admin/*', async (c, next) =>
    c.get('claims')?.role === 'service_role'
      ? next()
      : c.json({ code: 403, error_code: 'not_admin', msg: 'User not allowed' }, 403),
  );
  app.post('/admin/users', async (c) => {
    const { email, password, user_metadata } = await c.req.json();
    const user = await make(String(email).toLowerCase(), password, user_metadata);
    return user ? c.json(shown(user)) : c.json({ code: 422, error_code: 'email_exists', msg: 'Already registered' }, 422);
  });
  app.get('/admin/users', async (c) => {
    const users = await sql<User[]>`select * from auth.users order by created_at`;
    return c.json({ users: users.map(shown), aud: 'authenticated' });
  });
  app.put('/admin/users/:id', async (c) => {
    const { password } = await c.req.json();
    const id = c.req.param('id');
    if (password) {
      await sql`update auth.users set encrypted_password = ${hash(password)} where id = ${id}`;
      await sql`delete from auth.sessions where user_id = ${id}`;
    }
    const [user] = await sql<User[]>`select * from auth.users where id = ${id}`;
    return user ? c.json(shown(user)) : c.json({ code: 404, error_code: 'user_not_found', msg: 'User not found' }, 404);
  });
  app.delete('/admin/users/:id', async (c) => {
    await sql`delete from auth.users where id = ${c.req.param('id')}`;
    return c.json({});
  });
  return app;
}

function storageService({ sql, folder }: Options) {
  const app = new Hono<Visitor>();
  const file = (bucket: string, name: string) => join(folder, bucket, name);
  const refuse = (c: Context, status: string, message: string) => c.json({ statusCode: status, error: message, message }, 400);

  /** Does something as the role of whoever asks. */
  const as = <Answer>(c: Context<Visitor>, work: (tx: postgres.TransactionSql) => Promise<Answer>) =>
    sql.begin(async (tx) => {
      const claims = c.get('claims') ?? { role: 'anon' };
      await tx`select set_config('role', ${claims.role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('storage.allow_delete_query', 'true', true)`;
      // Wrapped, or the transaction would take the query for one more of its own.
      return { answer: await work(tx) };
    });
  const nameOf = (c: Context) => decodeURIComponent(c.req.path.split('/').slice(5).join('/'));

  const put = async (c: Context<Visitor>, upsert: boolean) => {
    const bucket = c.req.param('bucket') ?? '';
    const name = nameOf(c);
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const [limits] = await sql`select file_size_limit from storage.buckets where id = ${bucket}`;
    if (!limits) return refuse(c, '404', 'Bucket not found');
    if (bytes.length > Number(limits['file_size_limit'] ?? Number.POSITIVE_INFINITY))
      return refuse(c, '413', 'Payload too large');
    const metadata = sql.json({ size: bytes.length, mimetype: c.req.header('content-type') ?? '' });
    const stored = await as(c, (tx) =>
      upsert
        ? tx`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, ${metadata})
             on conflict (bucket_id, name) do update set metadata = excluded.metadata, updated_at = now() returning id`
        : tx`insert into storage.objects (bucket_id, name, metadata) values (${bucket}, ${name}, ${metadata}) returning id`,
    ).catch((error: postgres.PostgresError) => error.code);
    if (stored === '23505') return refuse(c, '409', 'The resource already exists');
    if (typeof stored === 'string') return refuse(c, '403', 'new row violates row-level security policy');
    await mkdir(dirname(file(bucket, name)), { recursive: true });
    await writeFile(file(bucket, name), bytes);
    return c.json({ Id: stored.answer[0]?.['id'], Key: `${bucket}/${name}` });
  };

  app.get('/bucket', async (c) => c.json((await as(c, (tx) => tx`select * from storage.buckets`)).answer));
  app.get('/bucket/:bucket', async (c) => {
    const { answer } = await as(c, (tx) => tx`select * from storage.buckets where id = ${c.req.param('bucket')}`);
    return answer[0] ? c.json(answer[0]) : refuse(c, '404', 'Bucket not found');
  });
  app.post('/object/list/:bucket', async (c) => {
    const { prefix = '', limit = 100, offset = 0 } = await c.req.json();
    const folderName = prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix;
    const { answer } = await as(
      c,
      (tx) => tx`
        select split_part(substr(name, length(${folderName}::text) + 1), '/', 1) as name,
               min(id::text) filter (where strpos(substr(name, length(${folderName}::text) + 1), '/') = 0) as id
          from storage.objects where bucket_id = ${c.req.param('bucket')} and starts_with(name, ${folderName})
         group by 1 order by 1 limit ${limit} offset ${offset}`,
    );
    return c.json(answer);
  });
  app.post('/object/:bucket/*', (c) => put(c, c.req.header('x-upsert') === 'true'));
  app.put('/object/:bucket/*', (c) => put(c, true));
  app.delete('/object/:bucket', async (c) => {
    const bucket = c.req.param('bucket');
    const { prefixes } = await c.req.json();
    const { answer } = await as(
      c,
      (tx) =>
        tx`delete from storage.objects where bucket_id = ${bucket} and name = any(${prefixes}) returning id, name, bucket_id`,
    );
    for (const { name } of answer) await rm(file(bucket, name), { force: true });
    return c.json(answer);
  });
  app.get('/object/:bucket/*', async (c) => {
    const bucket = c.req.param('bucket');
    const name = nameOf(c);
    const { answer } = await as(c, (tx) => tx`select 1 from storage.objects where bucket_id = ${bucket} and name = ${name}`);
    if (!answer[0]) return refuse(c, '404', 'Object not found');
    return new Response(await readFile(file(bucket, name)), { headers: { 'Content-Type': 'image/webp' } });
  });
  return app;
}

async function publicPhoto({ sql, folder }: Options, c: Context): Promise<Response> {
  const bucket = c.req.param('bucket') ?? '';
  const name = decodeURIComponent(c.req.path.split('/').slice(6).join('/'));
  const [found] = await sql`
    select 1 from storage.objects o join storage.buckets b on b.id = o.bucket_id where b.public and b.id = ${bucket} and o.name = ${name}`;
  if (!found) return c.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, 400);
  const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'max-age=31536000' };
  return new Response(await readFile(join(folder, bucket, name)), { headers });
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function sign(secret: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', iat: seconds(), ...claims })}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

/** The claims of a token that is signed with the secret and has not ended. */
function verified(secret: string, token: string): Claims | null {
  const [head, payload = '', signature] = token.split('.');
  if (createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') !== signature) return null;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  return claims.exp > seconds() ? claims : null;
}

/** Quick on purpose: these passwords guard nothing. */
function hash(password: string, salt = randomBytes(8).toString('hex')): string {
  return `${salt}:${scryptSync(password, salt, 24, { N: 256 }).toString('hex')}`;
}

function isOf(password: string, kept: string): boolean {
  return hash(password, kept.split(':')[0]) === kept;
}
