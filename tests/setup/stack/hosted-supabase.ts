import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { ROOT } from '#local/settings.ts';
import type { SupabaseKeys } from '#local/supabase/keys.ts';
import { freePort } from './free-port.ts';
import { startHostedGateway } from './hosted-gateway.ts';
import { INSTALLED_POSTGRES, PASSWORD, startPostgresServer } from './postgres-server.ts';
import { quickFolder } from './quick-folder.ts';
import { applyMigrations } from './real-postgres.ts';
import type { TestSupabase } from './shared-supabases.ts';

/** A PostgREST: https://github.com/PostgREST/postgrest/releases. The tests start a PostgreSQL beside it, with the roles and tables of `hosted-prelude.sql`. */
const POSTGREST = process.env.SHOP_POSTGREST ?? '';

/**
 * Else, a script that starts what a hosted project has, with the real tables of Auth and Storage: `script FOLDER PORT CHECKOUT` starts PostgreSQL on the port
 * after PORT, applies the migrations, leaves its PostgREST in `FOLDER/postgrest`, and the process ids of PostgREST, a gateway and PostgreSQL in `FOLDER/pids`.
 */
const SCRIPT = process.env.SHOP_HOSTED_SCRIPT ?? join(ROOT, '../shared/hosted/up.sh');

/** The server and the PostgREST that all test files of a run share; each has a database of its own. */
interface HostedParts {
  port: number;
  postgrest: string;
}

const SEED = join(ROOT, 'supabase/seed.sql');

/** Databases that are copied: the migrations alone, or with the demo catalogue. */
type Template = 'postgres' | 'demo';

const KEYS: SupabaseKeys = {
  publishableKey: 'sb_publishable_hosted',
  secretKey: 'sb_secret_hosted',
  jwtSecret: 'hosted-like-secret-hosted-like-secret-hosted',
};

/** Describes what the parts of a hosted project are started with; null where there is nothing to start them with. */
export function findHostedParts(): string | null {
  if (POSTGREST)
    return `${POSTGREST} and ${INSTALLED_POSTGRES ? `${INSTALLED_POSTGRES} with pg-safeupdate` : 'npm’s PostgreSQL, without pg-safeupdate'}`;
  return existsSync(SCRIPT) ? SCRIPT : null;
}

/** Starts the parts for a whole run, as Vitest's global setup, and leads the test files to them. Returns what stops them. */
export default async function startHostedParts(): Promise<() => Promise<void>> {
  const { parts, stop } = await (POSTGREST ? startBeside(POSTGREST) : startByScript());
  try {
    const empty = connect(parts, 'postgres', 'postgres');
    await recordMigrations(empty);
    await empty.end();
    await setFree(parts, 'postgres');
    await createDatabase(parts, 'demo', 'postgres');
    const demo = connect(parts, 'postgres', 'demo');
    await demo.unsafe(await readFile(SEED, 'utf8'));
    await demo.end();
    await setFree(parts, 'demo');
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.SHOP_HOSTED_PARTS = JSON.stringify(parts);
  return stop;
}

async function startBeside(postgrest: string) {
  const server = await startPostgresServer();
  await applyMigrations(server.open({ max: 1 }));
  return { parts: { port: server.port, postgrest }, stop: server.stop };
}

async function startByScript() {
  const folder = await quickFolder('shop-hosted-');
  const port = await freePort(3);
  await promisify(execFile)('bash', [SCRIPT, folder, String(port), ROOT]);
  const [rest, gateway, server] = (await readFile(join(folder, 'pids'), 'utf8')).trim().split(/\s+/).map(Number);
  // Theirs serve one database; every test file starts its own.
  for (const pid of [rest, gateway]) if (pid) process.kill(pid, 'SIGTERM');
  const stop = async () => {
    if (server) process.kill(server, 'SIGINT');
    // Postgres still writes while it ends.
    await rm(folder, { recursive: true, force: true, maxRetries: 50 });
  };
  return { parts: { port: port + 1, postgrest: join(folder, 'postgrest') }, stop };
}

/** A database is copied only while nobody is connected to it. */
async function setFree(parts: HostedParts, database: Template): Promise<void> {
  const superuser = connect(parts, 'supabase_admin', 'template1');
  await superuser`alter database ${superuser(database)} with allow_connections false`;
  await superuser`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
  await superuser.end();
}

/** Copying files takes a quarter of the time of PostgreSQL's usual way, through its log. */
async function createDatabase(parts: HostedParts, name: string, template: Template): Promise<void> {
  const server = connect(parts, 'supabase_admin', 'template1');
  await server.unsafe(`create database ${name} template ${template} owner postgres strategy file_copy`);
  await server.end();
}

function connect({ port }: HostedParts, user: string, database: string, max = 1): postgres.Sql {
  return postgres({ host: '127.0.0.1', port, user, password: PASSWORD, database, max, onnotice: () => {} });
}

export interface HostedSupabase extends TestSupabase {
  /** The connection string of the database's owner. */
  databaseUrl: string;
}

/** A Supabase with the parts of a hosted project, for the tests of one file: a database, a PostgREST and a gateway of its own. Empty, or with the demo catalogue. */
export async function startHostedSupabase(template: Template = 'postgres'): Promise<HostedSupabase> {
  const parts = JSON.parse(process.env.SHOP_HOSTED_PARTS ?? '') as HostedParts;
  const folder = await mkdtemp(join(tmpdir(), 'shop-hosted-'));
  const database = `shop_${randomUUID().slice(0, 8)}`;
  await createDatabase(parts, database, template);
  const [port, restPort] = [await freePort(1), await freePort(1)];
  const rest = await startPostgrest(parts, { folder, database, port: restPort });
  const services = connect(parts, 'supabase_admin', database, 3);
  const address = `http://127.0.0.1:${restPort}`;
  const gateway = await startHostedGateway({ ...KEYS, port, rest: address, sql: services, folder });
  const owner = connect(parts, 'postgres', database);

  return {
    ...KEYS,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${parts.port}/${database}`,
    seed: async () => {
      await owner.unsafe(await readFile(SEED, 'utf8'));
    },
    sql: (statements) => owner.unsafe(statements),
    stop: async () => {
      gateway.close();
      const ended = once(rest, 'exit');
      if (rest.kill('SIGTERM')) await ended;
      await Promise.all([owner.end({ timeout: 1 }), services.end({ timeout: 1 })]);
      const server = connect(parts, 'supabase_admin', 'template1');
      await server.unsafe(`drop database ${database} with (force)`);
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
    lost: new Promise(() => {}),
  };
}

/** Starts a PostgREST as hosted projects configure it, and waits until it has read the schema. */
async function startPostgrest(
  { port: server, postgrest }: HostedParts,
  { folder, database, port }: { folder: string; database: string; port: number },
): Promise<ChildProcess> {
  const config = join(folder, 'postgrest.conf');
  const settings = {
    'db-uri': `postgres://authenticator:${PASSWORD}@127.0.0.1:${server}/${database}`,
    'db-schemas': 'public',
    'db-extra-search-path': 'public, extensions',
    'db-anon-role': 'anon',
    'db-max-rows': 1000,
    'db-pool': 10,
    'db-channel-enabled': false,
    'jwt-secret': KEYS.jwtSecret,
    'server-host': '127.0.0.1',
    'server-port': port,
    'openapi-mode': 'disabled',
  };
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
      .join(''),
  );
  const rest = spawn(postgrest, [config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const killed = () => rest.kill('SIGTERM');
  process.once('exit', killed);
  let said = '';
  rest.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  while (rest.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/categories?limit=1`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return rest;
    await new Promise((again) => setTimeout(again, 20));
  }
  throw new Error(`PostgREST ended: ${said}`);
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
