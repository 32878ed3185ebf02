import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import type { Settings } from '#local/settings.ts';
import { acquireDataLock } from '#local/single-instance.ts';
import { openProject, type Project } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';

/** A shop's database as its owner sees it, and its photos. */
export interface Owner {
  /** Runs one statement; all of them run on one connection. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  storage: SupabaseClient['storage'];
  /** What is worked on, for a person: an address or a folder. */
  name: string;
  close(): Promise<void>;
}

const LOST = 'The connection to the database was lost. Nothing was changed by what was under way: please try again.';

/**
 * Opens the hosted project of the environment (`SUPABASE_URL`, `SUPABASE_SECRET_KEY`, `SUPABASE_DB_URL`), else the embedded one of the data folder.
 * @throws UserError when a variable is missing, the project is out of reach, or a shop is running on the folder
 */
export async function openOwner(settings: Settings): Promise<Owner> {
  if (!process.env.SUPABASE_URL) await acquireDataLock(settings.data);
  const project = await openProject(settings);
  try {
    const { sql, close } = project.sql ? { sql: project.sql, close: project.stop } : await connect(project);
    const { storage } = createClient(project.url, project.secretKey, { auth: { persistSession: false } });
    return { sql: sql as Owner['sql'], storage, name: project.embedded ? settings.data : project.url, close };
  } catch (error) {
    await project.stop();
    throw error;
  }
}

async function connect({ stop }: Project): Promise<Pick<Owner, 'sql' | 'close'>> {
  const url = process.env.SUPABASE_DB_URL;
  if (!url) {
    throw new UserError(
      'SUPABASE_DB_URL must be set, too: the connection string of the database (Supabase, Connect, Session pooler) with its password.',
    );
  }
  let isLost = false;
  // Fails the statement under way. (Racing each of them with one promise would keep all their rows in memory.)
  let fail = (_: UserError) => {};
  const connection = postgres(url, {
    max: 1,
    // A restore may take longer than connections usually live.
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => {
      isLost = true;
      fail(new UserError(LOST));
    },
    connect_timeout: 10,
  });
  await connection`select 1`.catch((error: Error) => {
    throw new UserError(`The database of SUPABASE_DB_URL cannot be reached: ${error.message}`);
  });
  return {
    sql: (statement) =>
      new Promise((resolve, reject) => {
        fail = reject;
        // The next connection would know nothing of the transaction that this one was in.
        if (isLost) reject(new UserError(LOST));
        else connection.unsafe(statement).then((rows) => resolve([...rows]), reject);
      }),
    close: async () => {
      // A connection that was lost is not waited for.
      await connection.end({ timeout: isLost ? 0 : 5 });
      await stop();
    },
  };
}
