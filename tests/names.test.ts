import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';

/** The constants in capitals that the modules of a folder export. */
function constantsOf(folder: string): string[] {
  const files = globSync(`src/${folder}/**/*.{ts,tsx}`, { cwd: ROOT });
  const exported = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^export const ([A-Z][A-Z\d_]+)\b/gm),
  ]);
  return exported.map(([, name = '']) => name);
}

test('a list of values has its name for itself: no table of labels or other constant of the screens is called the same', () => {
  const values = new Set(constantsOf('domain'));
  expect(values.size).toBeGreaterThan(150);
  expect(['admin', 'features'].flatMap(constantsOf).filter((name) => values.has(name))).toEqual([]);
});
