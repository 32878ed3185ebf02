import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { ROOT } from '#local/settings.ts';
import type { EmbeddedSupabase } from '#local/supabase/embedded.ts';
import type { SupabaseKeys } from '#local/supabase/keys.ts';
import { freePort } from './free-port.ts';

/**
 * A script that starts what a hosted project has: `script FOLDER PORT CHECKOUT` starts PostgreSQL with pg-safeupdate and real PostgREST, applies the
 * migrations, prints the shop's variables as `export NAME=value …`, and leaves the process ids in `FOLDER/pids`. PORT and the next two are its own.
 */
export const HOSTED_SCRIPT = process.env.SHOP_HOSTED_SCRIPT ?? join(ROOT, '../shared/hosted/up.sh');

/** Signs the sessions of the script's Auth. */
const JWT_SECRET = 'hosted-like-secret-hosted-like-secret-hosted';

export function hasHostedParts(): boolean {
  return existsSync(HOSTED_SCRIPT);
}

/** Starts a Supabase with the parts of a hosted project, for the tests of one file. */
export async function startHostedSupabase(): Promise<EmbeddedSupabase & SupabaseKeys> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-hosted-'));
  const { stdout } = await promisify(execFile)('bash', [HOSTED_SCRIPT, folder, String(await freePort(3)), ROOT]);
  const variable = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(stdout)?.[1] ?? '';
  const owner = postgres(variable('SUPABASE_DB_URL'), { max: 1, onnotice: () => {} });
  const seed = await readFile(join(ROOT, 'supabase/seed.sql'), 'utf8');
  await recordMigrations(owner);

  return {
    url: variable('SUPABASE_URL'),
    publishableKey: variable('SUPABASE_PUBLISHABLE_KEY'),
    secretKey: variable('SUPABASE_SECRET_KEY'),
    jwtSecret: JWT_SECRET,
    seed: async () => {
      await owner.unsafe(seed);
    },
    sql: (statements) => owner.unsafe(statements),
    stop: async () => {
      await owner.end();
      for (const pid of (await readFile(join(folder, 'pids'), 'utf8')).trim().split(/\s+/)) process.kill(Number(pid), 'SIGINT');
      // Postgres still writes while it ends.
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
    ended: new Promise(() => {}),
  };
}

/** Notes which migrations were applied, where `supabase db push` does. */
async function recordMigrations(owner: postgres.Sql): Promise<void> {
  await owner`create schema if not exists supabase_migrations`;
  await owner`create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`;
  for (const file of await readdir(join(ROOT, 'supabase/migrations'))) {
    const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    await owner`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`;
  }
}
