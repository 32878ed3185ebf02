import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateTypes, TYPES_FILE } from '#scripts/db/generate-types.ts';
import { findSupabaseCli } from '#scripts/db/supabase-cli.ts';

test.skipIf(!findSupabaseCli())(
  'what TypeScript knows of the database is fresh: else run `npm run db:types`',
  async () => {
    expect(await readFile(TYPES_FILE, 'utf8')).toBe(await generateTypes());
  },
  120_000,
);
