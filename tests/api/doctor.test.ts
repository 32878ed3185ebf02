import { createServer } from 'node:http';
import { afterAll, afterEach, expect, test } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import type { Environment } from '#scripts/doctor/check.ts';
import { examine } from '#scripts/doctor/examine.ts';
import { PROJECT_CHECKS } from '#scripts/doctor/project-checks.ts';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { signInStaff } from '#tests/setup/samples/staff.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const PAGE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};
const API_HEADERS = { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' };

/** What is wrong with the deployed site, for a while. */
const site = {
  pageHeaders: PAGE_HEADERS as Record<string, string>,
  deploys: 404,
  images: 200,
  builtAt: '2026-11-21T10:00:00.000Z',
  auth: {},
};
const asWell = { ...site };
afterEach(() => void Object.assign(site, asWell));

/** The build hook, Resend, Meta and the deployed site, as far as the doctor asks them. */
const server = createServer((request, response) => {
  const say = (status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (request.url === '/') return response.writeHead(200, site.pageHeaders).end('<!doctype html>');
  if (request.url === '/auth/v1/settings') return say(200, site.auth);
  if (request.url === '/build.json') return say(200, { builtAt: site.builtAt });
  if (request.url === '/.netlify/functions/deploys') return say(site.deploys, {});
  if (request.url?.startsWith('/.netlify/images?')) {
    const isStored = new URL(request.url, 'http://shop').searchParams.get('url')?.startsWith(`${shop.supabase.url}/storage/v1/`);
    return response.writeHead(isStored ? site.images : 400, { 'Content-Type': 'image/avif' }).end();
  }
  if (request.url?.startsWith('/hook?') && request.method === 'POST') return say(200, {});
  if (request.url === '/resend/domains') {
    const key = request.headers.authorization;
    if (key === 'Bearer re_good') return say(200, { data: [{ name: 'shop.test', status: 'verified' }] });
    if (key === 'Bearer re_sending') return say(401, { name: 'restricted_api_key' });
    if (key === 'Bearer re_new') return say(200, { data: [{ name: 'shop.test', status: 'pending' }] });
    return say(401, { name: 'validation_error' });
  }
  if (request.url === '/meta/106540352242922?fields=verified_name') {
    const isGood = request.headers.authorization === 'Bearer EAA-good';
    return isGood ? say(200, { verified_name: 'Naqsh', id: '106540352242922' }) : say(401, { error: { code: 190 } });
  }
  if (request.url === '/api/health') {
    return say(200, { success: true, data: { database: 'up', auth: 'up', storage: 'up' } }, API_HEADERS);
  }
  return say(404, {});
});

afterAll(() => closeNow(server));
const shop = await testShop();
const outside = await listen(server);
const healthy = {
  SUPABASE_URL: shop.supabase.url,
  SUPABASE_PUBLISHABLE_KEY: shop.supabase.publishableKey,
  SUPABASE_SECRET_KEY: shop.supabase.secretKey,
  SECOND_FACTOR_KEY: 'a key that only second factors are encrypted with',
  NETLIFY_BUILD_HOOK: `${outside}/hook`,
  RESEND_API_KEY: 're_good',
  RESEND_BASE_URL: `${outside}/resend`,
  MAIL_FROM: 'Naqsh <orders@shop.test>',
  URL: outside,
};

/** The names of the checks that found something, in an environment like the healthy one but for these variables. */
async function ills(changes: Environment = {}) {
  const environment = { ...healthy, ...changes };
  const results = await examine(environment);
  // The stand-in for Auth of the hosted-like parts does not tell its settings.
  const told = results.filter(({ name }) => !(name === 'Sign-up' && process.env.SHOP_TESTS_ON === 'hosted'));
  return told.filter((result) => !result.ok).map(({ name, ...rest }) => `${name}: ${'problem' in rest ? rest.problem : ''}`);
}

/** Housekeeping was here so many minutes ago. */
const housekeeping = (minutes: number) =>
  shop.rows(`insert into shop.job_runs (name, done_at) values ('housekeeping', now() - interval '${minutes} minutes')
    on conflict (name) do update set done_at = excluded.done_at`);

test('a new project lacks only its staff, its return address and its schedule, and passes once it has them', async () => {
  expect(await ills()).toEqual([
    'Staff: nobody can sign in',
    'Return address: customers do not read where to send pieces back',
    'Schedule: housekeeping has never run: mails and builds that failed are not tried again',
  ]);
  await signInStaff(shop);
  await shop.rows(
    `update return_address set recipient = 'Naqsh', phone = '042 35761234', address = '12 Mall Road', city = 'Lahore'`,
  );
  await housekeeping(6);
  expect(await ills()).toEqual([]);
});

test('variables that are missing, mixed up or wrong are named', async () => {
  expect(await ills({ NETLIFY_BUILD_HOOK: undefined, RESEND_API_KEY: undefined, URL: undefined })).toEqual([
    'Build hook: NETLIFY_BUILD_HOOK not set: pages do not follow the catalogue',
    'Mail key: RESEND_API_KEY not set: no mail is sent',
    'Shop address: URL not set: mails and social pictures would point to localhost',
  ]);
  const mixedUp = await ills({ SUPABASE_SECRET_KEY: shop.supabase.publishableKey });
  expect(mixedUp).toEqual(['Supabase variables: the secret key is the publishable key']);
  expect(await ills({ SUPABASE_URL: undefined })).toEqual(['Supabase variables: SUPABASE_URL not set']);
});

test('a mail key that may only send is enough, but one without a verified domain is not', async () => {
  expect(await ills({ RESEND_API_KEY: 're_sending' })).toEqual([]);
  expect(await ills({ RESEND_API_KEY: 're_new' })).toEqual(['Mail key: the key is good, but no domain is verified']);
  expect(await ills({ RESEND_API_KEY: 're_stolen' })).toEqual(['Mail key: Resend refuses the key (401)']);
});

test('a missing, too short or shared key of the second factors is found', async () => {
  expect(await ills({ SECOND_FACTOR_KEY: undefined })).toEqual([
    'Key of the second factors: SECOND_FACTOR_KEY not set: changing the secret key would end the second factors of staff',
  ]);
  expect(await ills({ SECOND_FACTOR_KEY: 'short' })).toEqual([expect.stringContaining('less than 32 characters')]);
  expect(await ills({ SECOND_FACTOR_KEY: shop.supabase.secretKey })).toEqual([expect.stringContaining('it is the secret key')]);
});

test('notifications are set up or not, but not half, and with an address that Apple takes', async () => {
  const { publicKey, privateKey } = makeVapidKeys();
  const set = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:care@your.shop' };
  expect(await ills(set)).toEqual([]);
  expect(await ills({ ...set, VAPID_PRIVATE_KEY: '' })).toEqual(['Notifications: VAPID_PRIVATE_KEY not set']);
  expect(await ills({ ...set, VAPID_SUBJECT: 'mailto:me@shop.local' })).toEqual([
    expect.stringMatching(/^Notifications: VAPID_SUBJECT must be reachable/),
  ]);
});

test('WhatsApp is set up or not, but not half, and Meta takes its token', async () => {
  const set = {
    WHATSAPP_ACCESS_TOKEN: 'EAA-good',
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_APP_SECRET: 'secret',
    WHATSAPP_VERIFY_TOKEN: 'token',
    WHATSAPP_API_URL: `${outside}/meta`,
  };
  expect(await ills(set)).toEqual([]);
  expect(await ills({ ...set, WHATSAPP_ACCESS_TOKEN: 'EAA-stolen' })).toEqual([
    'WhatsApp: Meta refuses the token or the number (401)',
  ]);
  expect(await ills({ ...set, WHATSAPP_APP_SECRET: '', WHATSAPP_VERIFY_TOKEN: undefined })).toEqual([
    'WhatsApp: WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN not set: no order is asked about',
  ]);
});

test('a sender domain that is not verified with Resend is found, whether it is set in the environment or in Settings', async () => {
  expect(await ills({ MAIL_FROM: 'care@other.test' })).toEqual([
    'Mail key: mails come from other.test, and Resend sends for shop.test alone',
  ]);
  expect(await ills({ MAIL_FROM: undefined })).toEqual([
    'Mail key: mails come from naqsh.example, and Resend sends for shop.test alone',
  ]);
  await shop.rows(`update shop_settings set content = '{"contact": {"email": "Care@Shop.test"}}' where id`);
  expect(await ills({ MAIL_FROM: undefined })).toEqual([]);
});

test('a stopped schedule and failed or missing builds are found', async () => {
  await housekeeping(16);
  expect(await ills()).toEqual(['Schedule: housekeeping has not run for 16 min']);
  await housekeeping(1);

  await shop.rows(`delete from site_builds where true; delete from shop.site_changes where true;
    insert into site_builds (status, requested_at) values ('pending', now() - interval '16 minutes')`);
  expect(await ills()).toEqual([expect.stringMatching(/^Pages: changes have been waiting for a build since 20/)]);
  await shop.rows(`insert into site_builds (status, finished_at) values ('failed', now())`);
  expect(await ills()).toEqual([expect.stringMatching(/^Pages: the build of 20.* did not come online$/)]);
  await shop.rows('delete from site_builds where true');
  site.builtAt = 'never';
  expect(await ills()).toEqual(['Pages: /build.json does not say when they were built']);
});

test('a site without its headers, with functions that answer other origins, or whose image CDN refuses the storage, is found', async () => {
  site.pageHeaders = { 'Content-Security-Policy': "frame-ancestors 'none'", 'Referrer-Policy': 'no-referrer' };
  for (const refusal of [400, 401, 403, 404, 405]) {
    site.deploys = refusal;
    expect((await ills()).filter((ill) => ill.startsWith('Hidden'))).toEqual([]);
  }
  site.deploys = 500;
  expect(await ills()).toEqual([
    'Headers: missing: x-content-type-options on pages, x-frame-options on pages',
    'Hidden functions: strangers are answered by deploys (500)',
  ]);
  Object.assign(site, asWell);

  site.images = 400;
  expect(await ills()).toEqual([]);
  await shop.rows(
    `update products set images = array['${shop.supabase.url}/storage/v1/object/public/photos/a/a.webp'] where name = 'Ruby Heart Pendant'`,
  );
  expect(await ills()).toEqual(['Image CDN: answers 400 for a photo of the storage']);
  site.images = 200;
  expect(await ills()).toEqual([]);
  expect(await ills({ URL: 'http://shop.invalid' })).toEqual(['Shop address: http://shop.invalid does not answer']);
});

test('what the database would refuse at the first order is found beforehand', async () => {
  await shop.rows('alter table shop.site_changes rename to lost');
  const [found, ...others] = await ills();
  await shop.rows('alter table shop.lost rename to site_changes');
  expect(found).toMatch(
    /^Work: the database refuses to claim and finish a build \(.*site_changes.* does not exist\); repeat a build/,
  );
  expect(others.every((other) => other.startsWith('Pages'))).toBe(true);
  expect(await ills()).toEqual([]);
});

test('an unreachable project and an invalid build hook are told apart from a bad key', async () => {
  const nobody = 'http://127.0.0.1:1';
  expect(await ills({ SUPABASE_URL: nobody })).toEqual(['Project answers: no answer']);
  expect(await ills({ NETLIFY_BUILD_HOOK: `${outside}/gone` })).toEqual(['Build hook: it answers 404']);
  expect(await ills({ URL: nobody })).toEqual([`Shop address: ${nobody} does not answer`]);
});

test('a DELETE without WHERE is found before the nightly job fails on it', async ({ skip }) => {
  const refusing = await shop.rows(
    `select 1 from pg_roles where rolname = 'authenticator' and rolconfig::text like '%safeupdate%'`,
  );
  if (refusing.length === 0) skip('This database allows it: pg-safeupdate is loaded in the run on hosted parts.');
  const [{ definition }] = await shop.rows(`select pg_get_functiondef('public.purge_expired'::regproc) as definition`);
  await shop.rows(`create or replace function public.purge_expired() returns integer language plpgsql set search_path = '' as
    'begin delete from public.rate_limits; return 0; end'`);
  const found = await ills();
  await shop.rows(definition);
  expect(found).toEqual(['Work: the database refuses to remove what has served its purpose (DELETE requires a WHERE clause)']);
  expect(await ills()).toEqual([]);
});

test.each([
  ['Auth does not tell its settings', {}],
  ['signing in by e-mail and password is off', { external: { email: false }, disable_signup: false, mailer_autoconfirm: true }],
  ['new accounts are off', { external: { email: true }, disable_signup: true, mailer_autoconfirm: true }],
  ['it waits for a mail that confirms', { external: { email: true }, disable_signup: false, mailer_autoconfirm: false }],
])('of Auth it finds that %s', async (words, auth) => {
  site.auth = auth;
  const finding = await PROJECT_CHECKS.find(({ name }) => name === 'Sign-up')?.run({ ...healthy, SUPABASE_URL: outside });
  expect(finding).toMatchObject({
    ok: false,
    problem: expect.stringContaining(words),
    fix: expect.stringContaining('config push'),
  });
});

test('a Data API with too low a row limit, and a bucket with wrong types or too low a size limit, are found', async () => {
  const rows = (most: number) =>
    shop.rows(`create or replace function public.thousand_rows() returns table (n integer) language sql immutable set search_path = ''
      as 'select n from generate_series(1, ${most}) n'`);
  await rows(100);
  await shop.rows(`update storage.buckets set allowed_mime_types = null where id = 'photos'`);
  expect(await ills()).toEqual([
    'Rows an answer: 100: a build would fail at the first catalogue larger than that',
    'Photo bucket: it takes more than the photos the shop makes',
  ]);
  await rows(1000);
  await shop.rows(`update storage.buckets set file_size_limit = 1048576 where id = 'photos'`);
  expect(await ills()).toEqual(['Photo bucket: it takes no file over 1048576 bytes']);
});

test('a missing migration, a table without row level security and a private bucket are found', async () => {
  const [{ version }] = await shop.rows(`delete from supabase_migrations.schema_migrations
    where version = (select min(version) from supabase_migrations.schema_migrations) returning version`);
  await shop.rows('alter table public.contact_messages disable row level security');
  await shop.rows(`update storage.buckets set public = false where id = 'photos'`);
  expect(await ills()).toEqual([
    `Migrations: 1 not applied, the first is ${version}`,
    'Row level security: off on contact_messages',
    'Photo bucket: it is private',
  ]);
});
