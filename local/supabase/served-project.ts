import { readFileSync } from 'node:fs';
import type { SupabaseKeys } from './keys.ts';

/** In the working folder of the embedded Supabase: what it is to serve. */
export const PROJECT_FILE = 'project.json';

export interface ServedProject extends SupabaseKeys {
  /** Where Postgres keeps its files; `memory://` for a database that ends with the process. */
  database: string;
  port: number;
  /** How long Auth's tokens are good. */
  tokenSeconds: number;
}

/** The project of this process's working folder. */
export function servedProject(): ServedProject {
  return JSON.parse(readFileSync(PROJECT_FILE, 'utf8'));
}
