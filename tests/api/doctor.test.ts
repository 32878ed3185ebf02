import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '#local/doctor/check.ts';
import { runChecks } from '#local/doctor/check.ts';
import { OUTSIDE_CHECKS } from '#local/doctor/outside-checks.ts';
import { PROJECT_CHECKS } from '#local/doctor/project-checks.ts';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { closeNow, listen } from '#tests/setup/loopback.ts';
import { signInStaff } from '#tests/setup/staff.ts';

let shop: EmbeddedShop;
let outside: string;
let healthy: Environment;

/** The build hook, Resend and the shop's own address, as far as the doctor asks them. */
const server = createServer((request, response) => {
  const say = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (request.url?.startsWith('/hook?') && request.method === 'POST') return say(200, {});
  if (request.url === '/resend/domains') {
    const key = request.headers.authorization;
    if (key === 'Bearer re_good') return say(200, { data: [{ name: 'shop.test', status: 'verified' }] });
    if (key === 'Bearer re_sending') return say(401, { name: 'restricted_api_key' });
    if (key === 'Bearer re_new') return say(200, { data: [{ name: 'shop.test', status: 'pending' }] });
    return say(401, { name: 'validation_error' });
  }
  if (request.url === '/api/health') return say(200, { success: true, data: { database: 'up', auth: 'up', storage: 'up' } });
  return say(404, {});
});

beforeAll(async () => {
  shop = await startEmbeddedShop();
  outside = await listen(server);
  healthy = {
    SUPABASE_URL: shop.supabase.url,
    SUPABASE_PUBLISHABLE_KEY: shop.supabase.publishableKey,
    SUPABASE_SECRET_KEY: shop.supabase.secretKey,
    NETLIFY_BUILD_HOOK: `${outside}/hook`,
    RESEND_API_KEY: 're_good',
    RESEND_BASE_URL: `${outside}/resend`,
    URL: outside,
  };
}, 120_000);

afterAll(async () => {
  await closeNow(server);
  await shop.stop();
});

/** The names of the checks that found something, in an environment like the healthy one but for these variables. */
async function ills(changes: Environment = {}) {
  const environment = { ...healthy, ...changes };
  const results = [...(await runChecks(PROJECT_CHECKS, environment)), ...(await runChecks(OUTSIDE_CHECKS, environment))];
  return results.filter((result) => !result.ok).map(({ name, ...rest }) => `${name}: ${'problem' in rest ? rest.problem : ''}`);
}

test('a new project lacks nothing but its staff, and then nothing', async () => {
  expect(await ills()).toEqual(['Staff: nobody can sign in']);
  await signInStaff(shop);
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

test('a mail key is good also when it may only send, and no good without a verified domain', async () => {
  expect(await ills({ RESEND_API_KEY: 're_sending' })).toEqual([]);
  expect(await ills({ RESEND_API_KEY: 're_new' })).toEqual(['Mail key: the key is good, but no domain is verified']);
  expect(await ills({ RESEND_API_KEY: 're_stolen' })).toEqual(['Mail key: Resend refuses the key (401)']);
});

test('a project out of reach, and a hook that is none, are told apart from a bad key', async () => {
  const nobody = 'http://127.0.0.1:1';
  expect(await ills({ SUPABASE_URL: nobody })).toEqual(['Project answers: no answer']);
  expect(await ills({ NETLIFY_BUILD_HOOK: `${outside}/gone` })).toEqual(['Build hook: it answers 404']);
  expect(await ills({ URL: nobody })).toEqual([`Shop address: ${nobody} does not answer`]);
});

test('a migration that was not applied, a table without row level security and a private bucket are found', async () => {
  await shop.rows(`delete from supabase_migrations.schema_migrations where version = '20261101001540'`);
  await shop.rows('alter table public.contact_messages disable row level security');
  await shop.rows(`update storage.buckets set public = false where id = 'photos'`);
  expect(await ills()).toEqual([
    'Migrations: 1 not applied, the first is 20261101001540',
    'Row level security: off on contact_messages',
    'Photo bucket: it is private',
  ]);
});
