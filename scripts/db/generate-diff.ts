import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supabaseCli } from './supabase-cli.ts';

/** The SQL that changes one database into another, by Supabase's command line; empty when there is nothing to change. Takes connection strings. */
export async function generateDiff(from: string, to: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-diff-'));
  try {
    const file = join(folder, 'diff.sql');
    supabaseCli('db', 'diff', `--from=${from}`, `--to=${to}`, '--use-pg-delta', `--output=${file}`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
