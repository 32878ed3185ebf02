import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#local/settings.ts';

const SUPABASE = join(ROOT, 'supabase');

/** The schema files in the order in which they apply, as paths below `supabase`: the list `schema_paths` of `supabase/config.toml`. @throws Error without one */
export function schemaFiles(): string[] {
  const config = readFileSync(join(SUPABASE, 'config.toml'), 'utf8');
  const list = /^schema_paths = \[([^\]]*)\]/m.exec(config)?.[1];
  if (list === undefined) throw new Error('supabase/config.toml has no `schema_paths`.');
  const paths = [...list.replace(/^\s*#.*$/gm, '').matchAll(/"\.\/([^"]+)"/g)].map(([, path = '']) => path);
  return paths.flatMap((path) => (path.includes('*') ? globSync(path, { cwd: SUPABASE }).toSorted() : [path]));
}

/** What a schema file says. Takes its path below `supabase`. */
export function readSchema(path: string): string {
  return readFileSync(join(SUPABASE, path), 'utf8');
}
