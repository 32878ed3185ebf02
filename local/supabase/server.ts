/**
 * The child process of `embedded.ts`: a Supabase on an embedded Postgres, run by commands from its parent.
 * It ends when the parent disconnects or dies, so that no database is left holding the data folder.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { serve } from '@hono/node-server';
import type { App } from '@supabase/lite';
import { applyPendingMigrations, createApi, listMigrationFiles } from '@supabase/lite/cli';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { beginHistory, writeHistory } from '../demo/history.ts';
import type { Team } from '../demo/play.ts';
import { acquireDataLock } from '../single-instance.ts';
import { fewerRoundTrips, forgetUnserved, forgetUnusedArrays } from './fewer-round-trips.ts';
import { beginDatabase, IN_MEMORY, keepNewDatabase } from './new-database.ts';
import { servedProject } from './served-project.ts';
import { setPassword } from './set-password.ts';

export type Command =
  | { kind: 'open' }
  | { kind: 'renew' }
  | { kind: 'seed' }
  | { kind: 'begin-history' }
  | { kind: 'history'; team: Team }
  | { kind: 'sql'; statements: string };
export type Report = { kind: 'done'; rows?: unknown[] } | { kind: 'failed'; message: string };

/** Where the storage keeps its files, in the working folder. */
const PHOTOS = 'supabase/.temp/storage';

const MIGRATIONS = 'supabase/migrations';

const CONFIG = fileURLToPath(new URL('./config.ts', import.meta.url));
const SEED = new URL('../../supabase/seed.sql', import.meta.url);

/** A hosted project has these from the start; migrations grant to them. */
const ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  end if;
end $$; grant usage on schema public to anon, authenticated, service_role;`;

let app: App | undefined;
/** While the history is written, the clock is in the past: requests wait. */
let isToday: Promise<unknown> = Promise.resolve();

async function open(): Promise<void> {
  const { port, database } = servedProject();
  // This process may outlive a killed shop for a moment, and the next start may use another port.
  if (database !== IN_MEMORY) await acquireDataLock(database);
  const isNew = await noteNewDatabase(database);
  app = await connect();
  if (isNew) {
    await finishDatabase(database);
    // For databases in memory: they are begun again and again.
    if (database === IN_MEMORY) await keepNewDatabase(driverOf(app), MIGRATIONS);
  }
  await listen(port);
  rollBackAbandoned();
}

/** Opens the database as a Supabase with all migrations. */
async function connect(): Promise<App> {
  await beginDatabase(servedProject().database, MIGRATIONS);
  const api = await createApi({ withSupabaseClient: false });
  const connected = await api.project.local.createApp(relative(process.cwd(), CONFIG), { admin: false });
  fewerRoundTrips(driverOf(connected));
  await connected.ensureSystemSchema();
  await connected.connection.exec(ROLES);
  await migrate(connected);
  await forgetUnusedArrays(driverOf(connected));
  await forgetUnserved(connected);
  return connected;
}

function driverOf({ connection }: App): PGlite {
  return (connection as PgliteConnection).driver;
}

/** Goes on with a new database in memory, and without the photos of the one before. */
async function renew(): Promise<void> {
  const before = app;
  app = await connect();
  await before?.connection.close();
  await rm(PHOTOS, { recursive: true, force: true });
}

/** Returns whether the database is new. One whose creation or history was interrupted, by a power cut for example, is removed first. */
async function noteNewDatabase(database: string): Promise<boolean> {
  if (database === IN_MEMORY) return true;
  if (existsSync(unfinishedFile(database))) await rm(database, { recursive: true, force: true });
  if (existsSync(database)) return false;
  await writeFile(unfinishedFile(database), '');
  return true;
}

async function finishDatabase(database: string): Promise<void> {
  await rm(unfinishedFile(database), { force: true });
}

function unfinishedFile(database: string): string {
  return `${database}.unfinished`;
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * All requests share one connection, so a failed transaction that nobody ended would refuse them until the next start.
 * One that is still open at the second check is rolled back.
 */
function rollBackAbandoned(): void {
  let wasUsable = true;
  setInterval(async () => {
    if (!app) return;
    const { connection } = app;
    const isUsable = (await connection.ping()) === true;
    if (!isUsable && !wasUsable) {
      console.error('A failed transaction was left open and is rolled back.');
      await connection.exec('rollback').catch(console.error);
    }
    wasUsable = isUsable;
  }, CHECK_INTERVAL_MS).unref();
}

/** Applies what is new, each file in one transaction. @throws Error naming the file that failed, or a database with migrations that are not ours */
async function migrate(supabase: App): Promise<void> {
  const files = await listMigrationFiles(supabase);
  const unknown = (await appliedMigrations(supabase)).find((applied) => !files.some(({ version }) => version === applied));
  if (unknown) {
    throw new Error(
      `another version of the shop made this data folder (migration ${unknown}). Save it with that version: "npm run backup -- my-shop". Then delete the folder and load it with this one: "npm run restore -- my-shop".`,
    );
  }
  try {
    await applyPendingMigrations(supabase);
  } catch (cause) {
    const applied = await appliedMigrations(supabase);
    const broken = files.find(({ version }) => !applied.includes(version));
    throw new Error(
      `the migration ${broken?.filename ?? ''} failed, and nothing of it was kept; supabase.log in the data folder says why.`,
      {
        cause,
      },
    );
  }
}

/** The versions that the database has, oldest first; none for a new one. */
async function appliedMigrations({ connection }: App): Promise<string[]> {
  const found = await connection.exec<{ rows: { name: string | null }[] }>(
    `select to_regclass('supabase_migrations.schema_migrations')::text as name`,
  );
  if (!found.rows[0]?.name) return [];
  const { rows } = await connection.exec<{ rows: { version: string }[] }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}

function listen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    serve(
      {
        port,
        hostname: '127.0.0.1',
        fetch: async (request) => {
          await isToday;
          return (
            (await setPassword(app, request)) ?? app?.fetch(request, { peerAddress: null }) ?? new Response(null, { status: 503 })
          );
        },
      },
      () => resolve(),
    ).once('error', reject);
  });
}

async function run(command: Command): Promise<unknown[] | undefined> {
  if (command.kind === 'open') {
    await open();
    return;
  }
  if (!app) throw new Error('The embedded database is not open yet.');
  if (command.kind === 'begin-history' || command.kind === 'history') {
    isToday = command.kind === 'history' ? goThroughHistory(driverOf(app), command.team) : openHistory(driverOf(app));
    await isToday;
    return;
  }
  if (command.kind === 'renew') {
    await renew();
    return;
  }
  const { rows } = await app.connection.exec<{ rows: unknown[] }>(
    command.kind === 'seed' ? await readFile(SEED, 'utf8') : command.statements,
  );
  return rows;
}

/** Adds the catalogue of the demo as of eight weeks ago. Without its history it is worth nothing: the next start would remove the database. */
async function openHistory(driver: PGlite): Promise<void> {
  const { database } = servedProject();
  if (database !== IN_MEMORY) await writeFile(unfinishedFile(database), '');
  await beginHistory(driver, await readFile(SEED, 'utf8'));
}

async function goThroughHistory(driver: PGlite, team: Team): Promise<void> {
  const { database } = servedProject();
  await writeHistory(driver, team);
  // Nothing else does here: plans made while its tables were empty would read all of them with each order.
  await driver.exec('analyze');
  if (database !== IN_MEMORY) await finishDatabase(database);
}

/** The first line of an error, for the terminal. The log has all of it. */
function summaryOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') return 'its port is taken.';
  return error.message.split('\n')[0] ?? error.message;
}

process.on('message', (command: Command) => {
  run(command).then(
    (rows) =>
      process.send?.({
        kind: 'done',
        ...(rows ? { rows } : {}),
      } satisfies Report),
    (error: unknown) => {
      console.error(error);
      process.send?.({
        kind: 'failed',
        message: summaryOf(error),
      } satisfies Report);
    },
  );
});

process.on('disconnect', async () => {
  await app?.connection.close();
  process.exit();
});
