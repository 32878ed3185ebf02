import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '#local/user-error.ts';
import type { Settings } from '../settings.ts';
import { requireFreePort, waitForRelease } from '../single-instance.ts';
import { step } from '../step.ts';
import { PUSH_MIGRATIONS } from './cli-commands.ts';
import { type EmbeddedSupabase, startEmbeddedSupabase } from './embedded.ts';
import { newSupabaseKeys, type SupabaseKeys } from './keys.ts';

/** The Supabase this shop works with, embedded or hosted. */
export interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
  embedded: boolean;
  /** What only the embedded database can do; a hosted one is reached by its connection string. */
  owner?: Pick<EmbeddedSupabase, 'sql' | 'seed' | 'beginHistory' | 'writeHistory'>;
  stop(): Promise<void>;
  /** Settles when the embedded database ended while it was being prepared; never for a hosted one. */
  lost: Promise<void>;
}

/**
 * The hosted project of `SUPABASE_URL`, else the embedded one of the data folder, with all migrations.
 * @throws UserError when it cannot be reached or started
 */
export function openProject(settings: Settings): Promise<Project> {
  return process.env.SUPABASE_URL ? openHosted(process.env.SUPABASE_URL) : openEmbedded(settings);
}

async function openHosted(url: string): Promise<Project> {
  const publishableKey = process.env.SUPABASE_PUBLISHABLE_KEY;
  const secretKey = process.env.SUPABASE_SECRET_KEY;
  if (!publishableKey || !secretKey) {
    throw new UserError('SUPABASE_URL is set, so SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY must be set, too.');
  }
  if (!URL.canParse(url)) throw new UserError(`SUPABASE_URL is not an address: "${url}".`);
  const catalogue = await fetch(new URL('/rest/v1/products?select=id&limit=1', url), {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  if (!catalogue)
    throw new UserError(`The Supabase project at ${url} cannot be reached. Is SUPABASE_URL right, and the project awake?`);
  if (catalogue.status === 401) throw new UserError(`The Supabase project at ${url} refuses SUPABASE_PUBLISHABLE_KEY.`);
  if (!catalogue.ok)
    throw new UserError(`The Supabase project at ${url} has no catalogue yet. Apply the migrations first: ${PUSH_MIGRATIONS}`);
  return {
    url,
    publishableKey,
    secretKey,
    embedded: false,
    stop: async () => {},
    lost: new Promise(() => {}),
  };
}

async function openEmbedded({ data, supabasePort }: Settings): Promise<Project> {
  const database = join(data, 'postgres');
  // The database of a shop that was killed ends a moment after it.
  await waitForRelease(database);
  await requireFreePort(supabasePort, 'the embedded database');
  const home = join(data, 'supabase');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const keys = await readOrMakeKeys(join(data, 'keys.json'));
  const supabase = await step('Starting the database and applying migrations', () =>
    startEmbeddedSupabase({ ...keys, home, database, port: supabasePort }),
  ).catch((error: Error) => {
    throw new UserError(`The database did not start: ${error.message}`);
  });
  return {
    url: supabase.url,
    ...keys,
    embedded: true,
    owner: supabase,
    stop: supabase.stop,
    lost: supabase.lost,
  };
}

const keysFile = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
});

async function readOrMakeKeys(file: string): Promise<SupabaseKeys> {
  const saved = await readIfThere(file);
  if (saved) return keysFile.parse(JSON.parse(saved));
  const keys = newSupabaseKeys();
  await writeFile(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return keys;
}

/** A file's text, or null when it is not there. */
export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
