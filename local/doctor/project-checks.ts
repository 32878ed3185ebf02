import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { ROOT } from '../settings.ts';
import { PUSH_MIGRATIONS, SUPABASE } from '../supabase/cli-commands.ts';
import { answerOf, type Check, type Environment, ill, well } from './check.ts';

const report = z.object({ migrations: z.array(z.string()), open: z.array(z.string()) });

const PUSH = `Run: ${PUSH_MIGRATIONS}`;

/** What the Supabase project must be. */
export const PROJECT_CHECKS: Check[] = [
  {
    name: 'Supabase variables',
    blocks: true,
    run: async (environment) => {
      const names = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
      const missing = names.filter((name) => !environment[name]);
      const where = 'Copy them from Supabase, Project Settings, API Keys, into the environment and into Netlify.';
      if (missing.length > 0) return ill(`${missing.join(', ')} not set`, where);
      if (!URL.canParse(environment['SUPABASE_URL'] ?? '')) return ill('SUPABASE_URL is no address', where);
      return environment['SUPABASE_SECRET_KEY'] === environment['SUPABASE_PUBLISHABLE_KEY']
        ? ill('the secret key is the publishable key', where)
        : well('set');
    },
  },
  {
    name: 'Project answers',
    blocks: true,
    run: async (environment) => {
      const key = environment['SUPABASE_PUBLISHABLE_KEY'] ?? '';
      const answer = await answerOf(at(environment, '/auth/v1/health'), { headers: { apikey: key } });
      if (!answer)
        return ill(
          'no answer',
          'Is SUPABASE_URL right? A free project sleeps after a week without visitors: wake it in the dashboard.',
        );
      if (answer.status === 401)
        return ill('it refuses the publishable key', 'Copy SUPABASE_PUBLISHABLE_KEY again; keys are per project.');
      return answer.ok
        ? well('database, auth and API are up')
        : ill(`it answers ${answer.status}`, 'See the project’s health in its dashboard.');
    },
  },
  {
    name: 'Migrations',
    run: async (environment) => {
      const { data, error } = await service(environment).rpc('project_report');
      if (error?.code === '401' || /JWT|API key/i.test(error?.message ?? ''))
        return ill('it refuses the secret key', 'Copy SUPABASE_SECRET_KEY again (sb_secret_…).');
      if (error) return ill('the shop’s tables are not there', `${PUSH} (after ${SUPABASE} link)`);
      const applied = new Set(report.parse(data).migrations);
      const missing = (await migrationsOfTheShop()).filter((version) => !applied.has(version));
      return missing.length === 0
        ? well(`all ${applied.size} applied`)
        : ill(`${missing.length} not applied, the first is ${missing[0]}`, PUSH);
    },
  },
  {
    name: 'Row level security',
    run: async (environment) => {
      const { data, error } = await service(environment).rpc('project_report');
      if (error) return ill('could not be read', PUSH);
      const { open } = report.parse(data);
      if (open.length > 0) return ill(`off on ${open.join(', ')}`, `alter table … enable row level security, for each of them`);
      const answer = await answerOf(at(environment, '/rest/v1/orders?select=id&limit=1'), {
        headers: { apikey: environment['SUPABASE_PUBLISHABLE_KEY'] ?? '' },
      });
      const seen = answer?.ok ? await answer.json() : [];
      return Array.isArray(seen) && seen.length > 0
        ? ill('the publishable key reads orders', 'Drop the policy or grant that somebody added to public.orders.')
        : well('on everywhere; the publishable key sees no order');
    },
  },
  {
    name: 'Photo bucket',
    run: async (environment) => {
      const { data, error } = await service(environment).storage.getBucket('photos');
      if (error) return ill('there is no bucket "photos"', `${PUSH}: a migration makes it.`);
      return data.public ? well('there, public to read') : ill('it is private', 'Make the bucket "photos" public in Storage.');
    },
  },
  {
    name: 'Staff',
    run: async (environment) => {
      const { count, error } = await service(environment)
        .from('staff')
        .select('id', { count: 'exact', head: true })
        .eq('is_active', true);
      if (error) return ill('could not be read', PUSH);
      return count ? well(`${count} can sign in`) : ill('nobody can sign in', 'Run: npm run staff:add');
    },
  },
];

function service(environment: Environment): SupabaseClient {
  return createClient(environment['SUPABASE_URL'] ?? '', environment['SUPABASE_SECRET_KEY'] ?? '', {
    auth: { persistSession: false },
  });
}

function at(environment: Environment, path: string): URL {
  return new URL(path, environment['SUPABASE_URL']);
}

async function migrationsOfTheShop(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'supabase/migrations'));
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.split('_')[0] ?? '');
}
