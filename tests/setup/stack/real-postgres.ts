import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { readSchema, schemaFiles } from '#scripts/db/schema-files.ts';
import { databaseAt, type PostgresServer, startPostgresServer } from './postgres-server.ts';

const MIGRATIONS = new URL('../../../supabase/migrations/', import.meta.url);

/** However slow the machine is: what waits for a hundred others in a race is no failure. */
const NO_TIMEOUTS: Record<string, string> = { statement_timeout: '0', lock_timeout: '0' };

/** Whom a connection acts as: the API, or a visitor with the publishable key, signed out or in. */
export type DatabaseRole = 'service_role' | 'anon' | 'authenticated';

export interface RealPostgres {
  /** A pool of `connections` real connections, all of them open, acting as the API does unless another role is named. */
  connect(connections: number, role?: DatabaseRole): Promise<postgres.Sql>;
  /** One connection as the owner of the database: `postgres`, who is no superuser. */
  owner: postgres.Sql;
  /** Opens a pool with settings of its own, as the owner unless it names another user. */
  open: PostgresServer['open'];
  /** The owner's connection string. */
  address: string;
  stop(): Promise<void>;
}

/**
 * The shop's database as the migrations make it, or as the schema files describe it: on a PostgreSQL server of its own in a temporary folder, or a copy
 * on the server that a run shares.
 */
export async function startRealPostgres({
  from = 'migrations',
}: {
  from?: 'migrations' | 'schemas';
} = {}): Promise<RealPostgres> {
  const copy = from === 'migrations' ? await copySharedDatabase() : undefined;
  const { open, address, stop } = copy ?? (await startPostgresServer());
  const owner = open({ max: 1 });
  try {
    if (!copy) await (from === 'migrations' ? applyMigrations(owner) : applyFiles(owner, schemaFiles(), readSchema));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    owner,
    open,
    address,
    async connect(connections, role = 'service_role') {
      const connection = { role, ...NO_TIMEOUTS, ...(await settingsOf(owner, role)) };
      const pool = open({ max: connections, user: 'authenticator', connection });
      // A pool opens one connection per query that finds none idle: ask all of them at once.
      await Promise.all(Array.from({ length: connections }, () => pool`select 1`));
      return pool;
    },
    stop,
  };
}

/** A copy of the database that a run shares (`shared-postgres.ts`), which goes when it is stopped; undefined where no run shares any. */
async function copySharedDatabase(): Promise<PostgresServer | undefined> {
  const port = Number(process.env.SHOP_SHARED_POSTGRES);
  if (!port) return;
  const name = `shop_${randomUUID().slice(0, 8)}`;
  const server = databaseAt(port, 'template1', async () => {});
  const superuser = server.open({ user: 'supabase_admin', max: 1 });
  await superuser.unsafe(`create database ${name} template postgres owner postgres`);
  return databaseAt(port, name, async () => {
    await superuser.unsafe(`drop database ${name} with (force)`);
    await server.stop();
  });
}

/** What PostgREST sets for a request beside the role: the role's own settings, which only count for who logs in as it. */
async function settingsOf(owner: postgres.Sql, role: DatabaseRole): Promise<Record<string, string>> {
  const [row] = await owner<{ rolconfig: string[] | null }[]>`select rolconfig from pg_roles where rolname = ${role}`;
  return Object.fromEntries((row?.rolconfig ?? []).map((setting) => setting.split('=') as [string, string]));
}

/** Applies the migrations, or those of a part of the shop's history. @throws Error naming the file that failed */
export async function applyMigrations(owner: postgres.Sql, [first, end]: [first?: number, end?: number] = []): Promise<void> {
  const names = (await readdir(MIGRATIONS)).toSorted().slice(first, end);
  await applyFiles(owner, names, (name) => readFile(new URL(name, MIGRATIONS), 'utf8'));
}

/** Applies SQL files, each in a transaction. @throws Error naming the file that failed */
async function applyFiles(owner: postgres.Sql, names: string[], read: (name: string) => string | Promise<string>): Promise<void> {
  for (const name of names) {
    await owner.unsafe(await read(name)).catch((cause: Error) => {
      throw new Error(`${name}: ${cause.message}`, { cause });
    });
  }
}
