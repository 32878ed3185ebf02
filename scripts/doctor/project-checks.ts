import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ROOT } from '#local/settings.ts';
import { PUSH_CONFIG, PUSH_MIGRATIONS, SUPABASE } from '#local/supabase/cli-commands.ts';
import { type Check, type Environment, fail, pass, serviceClient, tryFetch } from './check.ts';

const report = z.object({
  migrations: z.array(z.string()),
  open: z.array(z.string()),
  watches_passwords: z.boolean().default(false),
  marked: z.array(z.string()).default([]),
  has_return_address: z.boolean().default(false),
});

const selfTest = z.array(z.object({ work: z.string(), problem: z.string() }));
const authSettings = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ email: z.boolean() }),
});

/** The page size of the build's reads. */
const ROWS = 1000;

/** Larger than any photo after the shop has resized it. */
const PHOTO_BYTES = 8 * 1024 * 1024;

const PUSH = `Run: ${PUSH_MIGRATIONS}`;

/** Checks of the Supabase project. */
/** What Auth tells nobody of its settings. */
const BY_HAND =
  'Look by hand that “Secure password change” and “Require current password when updating” are on (Authentication, Sign In / Providers, Email)';

export const PROJECT_CHECKS: Check[] = [
  {
    name: 'Supabase variables',
    blocks: true,
    run: async (environment) => {
      const names = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
      const missing = names.filter((name) => !environment[name]);
      const where = 'Copy them from Supabase, Project Settings, API Keys, into the environment and into Netlify.';
      if (missing.length > 0) return fail(`${missing.join(', ')} not set`, where);
      if (!URL.canParse(environment['SUPABASE_URL'] ?? '')) return fail('SUPABASE_URL is no address', where);
      return environment['SUPABASE_SECRET_KEY'] === environment['SUPABASE_PUBLISHABLE_KEY']
        ? fail('the secret key is the publishable key', where)
        : pass('set');
    },
  },
  {
    name: 'Key of the second factors',
    run: async ({ SECOND_FACTOR_KEY: key = '', SUPABASE_SECRET_KEY }) => {
      const make =
        'Make one with `openssl rand -base64 32`, put it into the environment and into Netlify, and keep a copy with your backups.';
      if (!key) return fail('SECOND_FACTOR_KEY not set: changing the secret key would end the second factors of staff', make);
      if (key === SUPABASE_SECRET_KEY) return fail('it is the secret key: the two cannot be changed separately', make);
      return key.length < 32
        ? fail('SECOND_FACTOR_KEY has less than 32 characters, so sign-in does not start', make)
        : pass('set');
    },
  },
  {
    name: 'Project answers',
    blocks: true,
    run: async (environment) => {
      const key = environment['SUPABASE_PUBLISHABLE_KEY'] ?? '';
      const answer = await tryFetch(at(environment, '/auth/v1/health'), { headers: { apikey: key } });
      if (!answer)
        return fail(
          'no answer',
          'Is SUPABASE_URL right? A free project sleeps after a week without visitors: wake it in the dashboard.',
        );
      if (answer.status === 401)
        return fail('it refuses the publishable key', 'Copy SUPABASE_PUBLISHABLE_KEY again; keys are per project.');
      return answer.ok
        ? pass('database, auth and API are up')
        : fail(`it answers ${answer.status}`, 'See the project’s health in its dashboard.');
    },
  },
  {
    name: 'Migrations',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      if (error?.code === '401' || /JWT|API key/i.test(error?.message ?? ''))
        return fail('it refuses the secret key', 'Copy SUPABASE_SECRET_KEY again (sb_secret_…).');
      if (error) return fail('the shop’s tables are not there', `${PUSH} (after ${SUPABASE} link)`);
      const applied = new Set(report.parse(data).migrations);
      const missing = (await migrationsOfTheShop()).filter((version) => !applied.has(version));
      return missing.length === 0
        ? pass(`all ${applied.size} applied`)
        : fail(`${missing.length} not applied, the first is ${missing[0]}`, PUSH);
    },
  },
  {
    name: 'Row level security',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      if (error) return fail('could not be read', PUSH);
      const { open } = report.parse(data);
      if (open.length > 0) return fail(`off on ${open.join(', ')}`, `alter table … enable row level security, for each of them`);
      const answer = await tryFetch(at(environment, '/rest/v1/orders?select=id&limit=1'), {
        headers: { apikey: environment['SUPABASE_PUBLISHABLE_KEY'] ?? '' },
      });
      const seen = answer?.ok ? await answer.json() : [];
      return Array.isArray(seen) && seen.length > 0
        ? fail('the publishable key reads orders', 'Drop the policy or grant that somebody added to public.orders.')
        : pass('on everywhere; the publishable key sees no order');
    },
  },
  {
    name: 'Marks of direction',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      if (error) return fail('could not be read', PUSH);
      const { marked } = report.parse(data);
      return marked.length === 0
        ? pass('no number or address holds one')
        : fail(
            `nobody finds ${marked.map((row) => row.replace(/[\u200e\u200f\u061c]/g, '')).join(', ')}: a mark that nobody sees stands in it`,
            'Without it, each is the same as another row. Delete or correct one of both.',
          );
    },
  },
  {
    name: 'Work',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('self_test');
      if (error) return fail(`could not be tested: ${error.message}`, PUSH);
      const problems = selfTest.parse(data).map(({ work, problem }) => `${work} (${problem})`);
      return problems.length === 0
        ? pass('builds, mails, stock and settings can be written; it was all taken back')
        : fail(
            `the database refuses to ${problems.join('; ')}`,
            `${PUSH} If that changes nothing, it is a fault of this version: see what it says.`,
          );
    },
  },
  {
    name: 'Rows an answer',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('thousand_rows');
      if (error) return fail('could not be read', PUSH);
      const rows = Array.isArray(data) ? data.length : 0;
      return rows === ROWS
        ? pass(`${ROWS}, as the build asks for`)
        : fail(
            `${rows}: a build would fail at the first catalogue larger than that`,
            `Set max_rows to ${ROWS}: ${PUSH_CONFIG}, or Data API in the dashboard.`,
          );
    },
  },
  {
    name: 'Sign-up',
    run: async (environment) => {
      const answer = await tryFetch(at(environment, '/auth/v1/settings'), {
        headers: { apikey: environment['SUPABASE_PUBLISHABLE_KEY'] ?? '' },
      });
      const { data } = authSettings.safeParse(await answer?.json().catch(() => null));
      const push = `Run: ${PUSH_CONFIG}, or change it in Authentication, Sign In / Providers.`;
      if (!data) return fail('Auth does not tell its settings', push);
      if (!data.external.email) return fail('signing in by e-mail and password is off: nobody can, staff neither', push);
      if (data.disable_signup) return fail('new accounts are off: shoppers cannot sign up, and staff cannot be added', push);
      return data.mailer_autoconfirm
        ? pass('by e-mail and password, without a mail to confirm')
        : fail('it waits for a mail that confirms the address, which the shop never sends', push);
    },
  },
  {
    name: 'Passwords',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      if (error) return fail('could not be read', PUSH);
      return report.parse(data).watches_passwords
        ? pass(`a new one at Auth ends all sessions. ${BY_HAND}`)
        : fail('a new one at Auth ends no session: its trigger is missing', `${PUSH}: a migration makes the trigger.`);
    },
  },
  {
    name: 'Photo bucket',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).storage.getBucket('photos');
      if (error) return fail('there is no bucket "photos"', `${PUSH}: a migration makes it.`);
      const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = data;
      if (!isPublic) return fail('it is private', 'Make the bucket "photos" public in Storage.');
      if (limit && limit < PHOTO_BYTES) return fail(`it takes no file over ${limit} bytes`, 'Set its limit to 8 MB in Storage.');
      return limit && types?.length === 1 && types[0] === 'image/webp'
        ? pass('there, public to read, WebP of at most 8 MB')
        : fail('it takes more than the photos the shop makes', 'In Storage, restrict it to image/webp and 8 MB.');
    },
  },
  {
    name: 'Staff',
    run: async (environment) => {
      const { count, error } = await serviceClient(environment)
        .from('staff')
        .select('id', { count: 'exact', head: true })
        .eq('is_active', true);
      if (error) return fail('could not be read', PUSH);
      return count ? pass(`${count} can sign in`) : fail('nobody can sign in', 'Run: npm run staff:add');
    },
  },
  {
    name: 'Return address',
    run: async (environment) => {
      const { data, error } = await serviceClient(environment).rpc('project_report');
      if (error) return fail('could not be read', PUSH);
      return report.parse(data).has_return_address
        ? pass('customers read where to send pieces back')
        : fail('customers do not read where to send pieces back', 'An owner fills it in: back office, Settings, Return address.');
    },
  },
];

function at(environment: Environment, path: string): URL {
  return new URL(path, environment['SUPABASE_URL']);
}

async function migrationsOfTheShop(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'supabase/migrations'));
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.split('_')[0] ?? '');
}
