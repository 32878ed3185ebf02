/** What a stranger, a member of staff who was locked out, or a bad day gets past who may do what. */
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { closeNow, listen } from '#local/loopback.ts';
import { createCdnCache } from '#local/netlify/cdn-cache.ts';
import { startHost } from '#local/netlify/host.ts';
import { ROOT } from '#local/settings.ts';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { saveBackup } from '#scripts/backup/save.ts';
import { SITE_CHECKS } from '#scripts/doctor/site-checks.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { NO_PAGES } from '#tests/setup/stack/embedded-shop.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type Attack, send } from './stranger.ts';

const LONG = 'a long enough password';

/** Who may do what: section by section, line by line. */
export const ON_ACCESS: Record<string, Attack> = {
  'B1 a locked-out member comes back': async ({ shop, call }) => {
    const owner = await signInStaff(shop);
    const join = async (token: string, username: string) => {
      const body = { username, email: `${username}@shop.test`, proof: LONG };
      const { status, json } = await shop.call('POST', '/api/staff/invitations', { token, body });
      return { status, secret: json.data?.link?.split('#')[1] };
    };
    const password = 'a long enough password';
    const first = await join(owner, 'faiz');
    await shop.call('POST', '/api/staff/join', { body: { token: first.secret, password } });
    const login = await shop.call('POST', '/api/auth/admin/login', { body: { username: 'faiz', password } });
    const second = await join(login.json.data.token, 'omar');
    const [{ id }] = await shop.rows(`select id from public.staff where username = 'faiz'`);
    await shop.call('PUT', `/api/staff/${id}/active`, { token: owner, body: { isActive: false, proof: LONG } });
    const back = second.secret
      ? (await call('POST', '/api/staff/join', { body: { token: second.secret, password } })).status
      : 'no link';
    return `a member invites: ${second.status}; locked out, by that invitation: ${back}`;
  },
  'B2 a member changes what the shop promises': async ({ shop }) => {
    const owner = await signInStaff(shop);
    const { json } = await shop.call('POST', '/api/staff/invitations', {
      token: owner,
      body: { username: 'faiz', email: 'faiz@shop.test', proof: LONG },
    });
    const password = 'a long enough password';
    await shop.call('POST', '/api/staff/join', { body: { token: json.data.link.split('#')[1], password } });
    const token = (await shop.call('POST', '/api/auth/admin/login', { body: { username: 'faiz', password } })).json.data.token;
    const { data } = (await shop.call('GET', '/api/settings')).json;
    const { data: rules } = (await shop.call('GET', '/api/confirmations/rules', { token })).json;
    const { updatedAt: _, gateSince, ...values } = rules;
    const put = async (path: string, body: unknown) => (await shop.call('PUT', path, { token, body })).status;
    const contact = await put('/api/settings', { contact: { ...data.contact, whatsapp: '923339999999' } });
    const delivery = await put('/api/settings', { delivery: { freeFrom: 1, fee: 1 } });
    return `phone ${contact}, delivery ${delivery}, confirmation rules ${await put('/api/confirmations/rules', { ...values, gate: gateSince !== null })}`;
  },
  'B2 a stolen session of an owner moves the phone number': async ({ shop }) => {
    const token = await signInStaff(shop);
    const { contact } = (await shop.call('GET', '/api/settings')).json.data;
    const moved = { contact: { ...contact, whatsapp: '923339999999' } };
    const { status } = await shop.call('PUT', '/api/settings', { token, body: moved });
    await shop.rows(`update public.shop_settings set content = content || '{"contact": {"phone": "0333 9999999"}}' where id`);
    const noted = await shop.rows('select subject from public.audit_log').catch(() => null);
    return `${status}; the next change, by SQL, is noted ${noted ? `${noted.filter(({ subject }) => subject === 'contact').length} times` : 'nowhere'}`;
  },
  'B3 passwords that shoppers may have': async ({ call }) => {
    const taken: string[] = [];
    for (const [n, password] of ['password', 'aaaaaaaa', '12345678', STAFF.password].entries()) {
      const { status } = await call('POST', '/api/auth/signup', { body: { email: `shopper${n}@example.com`, password } });
      if (status < 300) taken.push(password);
    }
    return taken.join(', ') || 'none';
  },
  'B3 a forgotten password': async (stranger) => {
    const { shop, call, receiver } = stranger;
    const email = 'hina@example.com';
    const session = (await call('POST', '/api/auth/signup', { body: { email, password: LONG } })).json.data.token;
    const timed = async (address: string) => {
      const started = performance.now();
      const { status } = await send(stranger, 'POST', '/api/auth/forgot-password', { email: address });
      return `${status} in ${((performance.now() - started) / 1000).toFixed(1)} s`;
    };
    const answers = [await timed(email), await timed('nobody@example.com')];
    await shop.idle();
    const token = [...receiver.mails.values()].map(({ text }) => /reset-password#([\w-]{43})/.exec(text)?.[1]).find(Boolean);
    if (!token) return `known ${answers[0]}, unknown ${answers[1]}, no link`;
    const use = async () =>
      (await send(stranger, 'POST', '/api/auth/reset-password', { token, password: 'tea on the roof at six' })).status;
    const used = [await use(), await use()];
    const before = (await call('GET', '/api/auth/me', { token: session })).status;
    return `known ${answers[0]}, unknown ${answers[1]}, used twice ${used.join(' and ')}, the session of before ${before}`;
  },
  'B3 an account with somebody else’s address': async ({ shop, call }) => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { customerEmail: 'victim@example.com' }) });
    const { json } = await call('POST', '/api/auth/signup', { body: { email: 'victim@example.com', password: LONG } });
    const { pagination } = (await call('GET', '/api/orders/mine', { token: json.data.token })).json;
    return `${pagination.totalItems} of 1 order shown`;
  },

  'B4 functions that strangers execute': async ({ shop }) => {
    const names = await shop.rows(`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'shop') and has_function_privilege('anon', p.oid, 'execute')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`);
    const told = await readFile(join(ROOT, 'SECURITY.md'), 'utf8');
    return names.map(({ name }) => `${name}${told.includes(`\`${name}\``) ? '' : ' (not in SECURITY.md)'}`).join(', ');
  },
  'B4 a path and a host that no browser sends': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-host-'));
    const port = await freePort();
    const answer = async () => undefined;
    const functions = { answer, answerMissing: answer, scheduled: [], deploySucceeded: answer, idle: answer };
    const pages = () => ({ folder, before: undefined }) as never;
    const host = await startHost({ port, storageUrl: NO_PAGES, pages, cache: createCdnCache(), functions: functions as never });
    const status = async (path: string, name: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(' ')[1];
    };
    const statuses = [await status('/\\evil', 'localhost'), await status('/', 'a b')];
    await host.close();
    await rm(folder, { recursive: true });
    return statuses.join(' and ');
  },
  'B4 the doctor and a function that refuses a visit': async () => {
    const refusing = createServer((_, response) => response.writeHead(405).end());
    const URL = await listen(refusing);
    const check = SITE_CHECKS.find(({ name }) => name === 'Hidden functions');
    const result = await check?.run({ URL });
    await closeNow(refusing);
    return result?.ok ? 'no alarm' : `alarm: ${result && 'problem' in result ? result.problem : ''}`;
  },
  'B4 a database that does not list its migrations': async ({ shop }) => {
    await shop.rows('alter table supabase_migrations.schema_migrations rename to elsewhere');
    const admin = { sql: shop.supabase.sql, storage: null, name: '', close: async () => {} };
    const folder = join(tmpdir(), `shop-backup-${process.pid}`);
    const told = await saveBackup(admin as never, folder).then(
      () => 'saved',
      (error: Error) => error.message.split('. ')[0] ?? '',
    );
    await shop.rows('rollback').catch(() => {});
    await rm(`${folder}.unfinished`, { recursive: true, force: true });
    return told;
  },
  'B4 an embedded database that is killed, and its log': async () => {
    const home = await mkdtemp(join(tmpdir(), 'shop-killed-'));
    const keys = newSupabaseKeys();
    const supabase = await startEmbeddedSupabase({ ...keys, home, database: join(home, 'postgres'), port: await freePort() });
    const headers = { apikey: keys.publishableKey, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'hina.kaleem@example.com', password: LONG });
    for (const path of ['signup', 'signup', 'recover', 'otp?email=hina.kaleem%40example.com'])
      await fetch(`${supabase.url}/auth/v1/${path}`, { method: 'POST', headers, body });
    const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ').map(Number);
    const started = performance.now();
    for (const child of children) process.kill(child, 'SIGKILL');
    const answers = () =>
      fetch(`${supabase.url}/rest/v1/categories`, { headers }).then(
        ({ ok }) => ok,
        () => false,
      );
    await setTimeout(300);
    while (!(await answers()) && performance.now() - started < 15_000) await setTimeout(100);
    const back = (await answers()) ? `answers again after ${((performance.now() - started) / 1000).toFixed(1)} s` : 'stays away';
    const addresses = (await readFile(join(home, 'supabase.log'), 'utf8')).match(/kaleem(@|%40)example/g)?.length ?? 0;
    await Promise.race([supabase.stop(), setTimeout(2_000)]);
    await rm(home, { recursive: true, force: true });
    return `${back}; ${addresses} addresses in supabase.log`;
  },
  'B4 a log on a full disk': async () => {
    const home = await mkdtemp(join(tmpdir(), 'shop-full-'));
    await symlink('/dev/full', join(home, 'supabase.log'));
    const keys = newSupabaseKeys();
    const ended = new Promise<string>((end) =>
      process.once('uncaughtException', (error) => end(`ends the shop: ${error.message}`)),
    );
    const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
    const ask = (name: string) => fetch(`${supabase.url}/rest/v1/${name}`, { headers: { apikey: keys.publishableKey } });
    await ask('nothing_of_this_name');
    const answered = ask('categories').then(({ status }) => `the database answers ${status}`);
    return Promise.race([ended, setTimeout(500).then(() => answered)]);
  },
};
