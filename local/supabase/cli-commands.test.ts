import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../settings.ts';
import { PUSH_MIGRATIONS, SUPABASE } from './cli-commands.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

test('hints to run Supabase’s command line name its major version, and push to the project rather than to this machine', async () => {
  const paths = [
    'README.md',
    'supabase/config.toml',
    ...(await Array.fromAsync(glob(['docs/operations/*.md', 'local/**/*.ts'], { cwd: ROOT }))),
  ];
  const texts = await Promise.all(paths.filter((path) => !path.endsWith('.test.ts')).map(read));
  const commands = texts.flatMap((text) => text.match(/npx supabase[^`'\n]*/g) ?? []);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    expect(command).toMatch(new RegExp(`^${SUPABASE}(?: |$)`));
    if (command.includes('db push')) expect(command.startsWith(PUSH_MIGRATIONS), command).toBe(true);
  }
});

test('the project’s settings use the keys of that version, and what linking writes is never committed', async () => {
  const config = await read('supabase/config.toml');
  const [, email] = /^\[auth\.email\]\n([^[]+)/m.exec(config) ?? [];
  expect(email).toMatch(/^enabled = true$/m);
  // The name of before, which reads as if it were about new accounts alone.
  expect(email).not.toMatch(/^enable_signup/m);
  expect((await read('.gitignore')).split('\n')).toContain('supabase/.temp/');
});
