import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Team } from '#local/demo/play.ts';
import type { SupabaseKeys } from './keys.ts';
import { PROJECT_FILE, type ServedProject } from './served-project.ts';
import type { Command, Report } from './server.ts';
import { withoutPeople } from './without-people.ts';

const SERVER = new URL('./server.ts', import.meta.url);
/** The folder of the shop's migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));

/** As supabase/config.toml has it. */
const TOKEN_SECONDS = 600;

export interface EmbeddedSupabase {
  url: string;
  /** Goes on with an empty, migrated database: what is in memory is lost. For `memory://` alone. */
  renew(): Promise<void>;
  /** Adds the demo catalogue. Repeating it changes nothing. */
  seed(): Promise<void>;
  /** Adds the demo catalogue to an empty database as of eight weeks ago. If `writeHistory` does not follow, the next start begins with a new database. */
  beginHistory(): Promise<void>;
  /** Adds eight weeks of history, the work of which this team did. Requests wait meanwhile. */
  writeHistory(team: Team): Promise<void>;
  /** Runs SQL as the owner of the database, as a migration would. */
  sql(statements: string): Promise<unknown[]>;
  stop(): Promise<void>;
  /** The process of the database; it changes when a killed one was started again. */
  pid(): number | undefined;
  /** Settles when the process has ended without being told to, and none follows. */
  lost: Promise<void>;
}

interface Options extends SupabaseKeys {
  /** A folder for config, photos and log. */
  home: string;
  /** Where Postgres keeps its files; `memory://` for a database that ends with the process. */
  database: string;
  port: number;
  /** Migrations to apply instead of the shop's own. */
  migrations?: string;
}

/** How long to wait before a database that ended by itself is started again: at first, and at most. */
const RESTART_MS = { first: 500, most: 30_000 };

/**
 * Starts an embedded Supabase (Data API, Auth, Storage on PGlite) as a child process and applies all migrations.
 * The child ends with this process, even if this one is killed. One that ends by itself is started again, as often as it takes: what was committed is on disk.
 * @throws Error with a message for the terminal: a broken migration, a port in use
 */
export async function startEmbeddedSupabase(options: Options): Promise<EmbeddedSupabase> {
  await writeProject(options);
  const log = openLog(join(options.home, 'supabase.log'));
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let waitMs = RESTART_MS.first;
  let isRestarting = false;

  const begin = (): ChildProcess => {
    const server = startServer(options.home, log);
    server.once('exit', () => {
      // What is in memory is lost, and whoever gave a command hears that it failed and decides.
      const isLost = options.database === 'memory://' || (channel.isBusy() && !isRestarting);
      if (signal.aborted) return end();
      if (!isLost) return void restart();
      end();
      lose();
    });
    return server;
  };
  let child = begin();
  const channel = commandChannel(() => child, signal);
  const { send } = channel;
  const restart = async (): Promise<void> => {
    isRestarting = true;
    console.error('The embedded database stopped by itself and is started again; see supabase.log in the data folder.');
    await setTimeout(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return end();
    waitMs = Math.min(waitMs * 2, RESTART_MS.most);
    const server = begin();
    child = server;
    try {
      await send({ kind: 'open' });
      isRestarting = false;
      waitMs = RESTART_MS.first;
    } catch {
      // One that cannot open ends, and is followed by the next.
      if (server.connected) server.disconnect();
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    if (child.connected) child.disconnect();
    await ended;
  };
  ended.then(() => log.end());
  try {
    await send({ kind: 'open' });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${options.port}`,
    renew: async () => {
      await send({ kind: 'renew' });
    },
    seed: async () => {
      await send({ kind: 'seed' });
    },
    beginHistory: async () => {
      await send({ kind: 'begin-history' });
    },
    writeHistory: async (team) => {
      await send({ kind: 'history', team });
    },
    sql: async (statements) => (await send({ kind: 'sql', statements })) ?? [],
    stop,
    pid: () => child.pid,
    lost,
  };
}

function startServer(home: string, log: NodeJS.WritableStream): ChildProcess {
  const child = fork(SERVER, {
    cwd: home,
    env: {
      ...process.env,
      EXPERIMENTAL_STORAGE: '1',
      LITE_TELEMETRY: '0',
      DO_NOT_TRACK: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches the whole process group; the parent decides when the database ends.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => log.write(`${withoutPeople(line)}\n`));
  }
  return child;
}

/** A log that takes no shop down when the disk is full: what cannot be written is lost. */
function openLog(file: string): WriteStream {
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  log.on('error', () => {});
  return log;
}

/**
 * Sends commands to the child and resolves with its answers. Commands run one after the other. A command that is under way when the database is
 * told to stop has not failed: it stays without an answer, as whoever told it to stop waits for none.
 */
function commandChannel(childNow: () => ChildProcess, stopping: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const exchange = (command: Command) =>
    new Promise<unknown[] | undefined>((resolve, reject) => {
      const child = childNow();
      const onExit = () => {
        if (stopping.aborted) return;
        reject(new Error('The embedded database stopped by itself; see supabase.log in the data folder.'));
      };
      child.once('exit', onExit);
      child.once('message', (report: Report) => {
        child.off('exit', onExit);
        if (report.kind === 'done') resolve(report.rows);
        else reject(new Error(report.message));
      });
      child.send(command, (failure) => failure && !stopping.aborted && reject(failure));
    });
  return {
    isBusy: () => waiting > 0,
    send: (command: Command) => {
      waiting += 1;
      const answer = last
        .then(() => exchange(command))
        .finally(() => {
          waiting -= 1;
        });
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** Prepares the server's working folder: a link to the migrations, and its settings (`served-project.ts`). */
async function writeProject({ home, migrations = MIGRATIONS, ...project }: Options): Promise<void> {
  await mkdir(join(home, 'supabase'), { recursive: true });
  // The last start may have been that of another checkout.
  const link = join(home, 'supabase/migrations');
  await rm(link, { force: true });
  await symlink(migrations, link, 'dir');
  const served: ServedProject = { ...project, tokenSeconds: TOKEN_SECONDS };
  await writeFile(join(home, PROJECT_FILE), JSON.stringify(served), { mode: 0o600 });
}
