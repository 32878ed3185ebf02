import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import type { Settings } from '#local/settings.ts';
import { acquireDataLock } from '#local/single-instance.ts';
import { openProject, type Project } from '#local/supabase/project.ts';
import { UserError } from '#local/user-error.ts';

/** A shop's database with all rights, and its photos. */
export interface DatabaseAdmin {
  /** Runs one statement; all of them run on one connection. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  storage: SupabaseClient['storage'];
  /** The project's address or the data folder, for messages. */
  name: string;
  close(): Promise<void>;
}

const LOST = 'The connection to the database was lost. Nothing was changed by what was under way: please try again.';

/**
 * Opens the hosted project of the environment (`SUPABASE_URL`, `SUPABASE_SECRET_KEY`, `SUPABASE_DB_URL`), else the embedded one of the data folder.
 * @throws UserError when a variable is missing, the project cannot be reached, or a shop is running on the folder
 */
export async function openDatabaseAdmin(settings: Settings): Promise<DatabaseAdmin> {
  if (!process.env.SUPABASE_URL) await acquireDataLock(settings.data);
  const project = await openProject(settings);
  try {
    const { sql, close } = project.owner ? { sql: project.owner.sql, close: project.stop } : await connect(project);
    const { storage } = createClient(project.url, project.secretKey, { auth: { persistSession: false } });
    return { sql: sql as DatabaseAdmin['sql'], storage, name: project.embedded ? settings.data : project.url, close };
  } catch (error) {
    await project.stop();
    throw error;
  }
}

async function connect({ stop }: Project): Promise<Pick<DatabaseAdmin, 'sql' | 'close'>> {
  const url = process.env.SUPABASE_DB_URL;
  if (!url) {
    throw new UserError(
      'SUPABASE_DB_URL must be set, too: the connection string of the database (Supabase, Connect, Session pooler) with its password.',
    );
  }
  let isLost = false;
  // Rejects the running statement. (Racing each statement with one promise would keep all their rows in memory.)
  let fail = (_: UserError) => {};
  const connection = postgres(url, {
    max: 1,
    // A restore may take longer than the default lifetime of a connection.
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
        // A new connection is not in the transaction.
        if (isLost) reject(new UserError(LOST));
        else connection.unsafe(statement).then((rows) => resolve([...rows]), reject);
      }),
    close: async () => {
      await connection.end({ timeout: isLost ? 0 : 5 });
      await stop();
    },
  };
}
