import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { PUSH_MIGRATIONS, SUPABASE } from '#local/supabase/cli-commands.ts';
import { findSupabaseCli } from '#scripts/db/supabase-cli.ts';
import { QUIET } from '#tests/setup/stack/npm-tool.ts';
import { type PostgresServer, startPostgresServer } from '#tests/setup/stack/postgres-server.ts';

const cli = findSupabaseCli();

/** What can be tried without an account only as far as it asks for one. */
const WITH_ACCOUNT = [`${SUPABASE} login`, `${SUPABASE} link --project-ref abcdefghijklmnopqrst`, `${SUPABASE} config push`];

let project: string;
let server: PostgresServer;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'shop-supabase-'));
  await cp(join(ROOT, 'supabase'), join(project, 'supabase'), { recursive: true, filter: (path) => !path.includes('.temp') });
  server = await startPostgresServer();
});
afterAll(async () => {
  await server.stop();
  await rm(project, { recursive: true, force: true });
});

/** Runs a command of the manual, `npx supabase@3 …`, in a checkout; what it says, whether it ends well or not. */
async function run(command: string): Promise<{ ok: boolean; said: string }> {
  const [, ...words] = command.replace(`${SUPABASE} `, 'supabase ').split(' ');
  const running = promisify(execFile)(cli ?? '', words, {
    cwd: project,
    env: { ...QUIET, SUPABASE_ACCESS_TOKEN: undefined, HOME: project },
    maxBuffer: 64_000_000,
  });
  running.child.stdin?.end();
  return running.then(
    ({ stdout, stderr }) => ({ ok: true, said: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, said: `${stdout}${stderr}` }),
  );
}

describe.skipIf(!cli)('Supabase’s own command line', () => {
  test('applies every migration and the demo catalogue to an empty project, and accepts the settings', async () => {
    const { ok, said } = await run(`${PUSH_MIGRATIONS}=${server.address} --include-seed --yes`);
    expect(said).not.toMatch(/unknown|deprecated|invalid|unsupported/i);
    expect(ok, said).toBe(true);
    const owner = server.open({ max: 1 });
    const files = await readdir(join(ROOT, 'supabase/migrations'));
    expect(await owner`select version from supabase_migrations.schema_migrations`).toHaveLength(files.length);
    expect((await owner`select 1 from public.products`).count).toBeGreaterThan(20);
  });

  test('applies nothing twice', async () => {
    const { ok, said } = await run(`${PUSH_MIGRATIONS}=${server.address} --yes`);
    expect(ok, said).toBe(true);
    expect(said).toContain('up to date');
  });

  test.each(WITH_ACCOUNT)(
    '%s fails only for want of an account',
    async (command) => {
      expect(await run(command)).toMatchObject({ ok: false, said: expect.stringMatching(/Access token not provided|non-TTY/) });
    },
    60_000,
  );

  test('the documentation names no other command', async () => {
    const pages = await Array.fromAsync(glob('docs/operations/*.md', { cwd: ROOT }));
    const texts = await Promise.all(
      ['README.md', 'supabase/config.toml', ...pages].map((path) => readFile(join(ROOT, path), 'utf8')),
    );
    const named = texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`${SUPABASE} ([a-z]+(?: [a-z]+)?)`, 'g'))].map(([command]) => command),
    );
    expect(named.length).toBeGreaterThan(4);
    const tried = [PUSH_MIGRATIONS, ...WITH_ACCOUNT];
    expect(named.filter((command) => !tried.some((one) => one.startsWith(command)))).toEqual([]);
  });

  /**
   * Not asked: unused_index, whose figures are of a database that nobody has used yet, and rls_enabled_no_policy, which is how the shop keeps tables to
   * its server.
   */
  test('its advisors find nothing', async () => {
    const { said } = await run(`${SUPABASE} db advisors --remote=${server.address} --level info --output-format json`);
    const { results } = JSON.parse(said.slice(said.indexOf('{"results"')).split('\n')[0] ?? '') as {
      results: { name: string; detail: string }[];
    };
    const meant = ['unused_index', 'rls_enabled_no_policy'];
    expect(results.map(({ name }) => name)).toEqual(expect.arrayContaining(meant));
    // Names in the body of these were bound when they were created: no path is looked through.
    const bound = await server.open({ max: 1 })<{ name: string }[]>`
      select p.oid::regproc::text as name from pg_proc p where p.prosqlbody is not null`;
    const expected = bound.map(({ name }) => `function_search_path_mutable: Function \`${name}\` has a role mutable search_path`);
    const found = results.filter(({ name }) => !meant.includes(name)).map(({ name, detail }) => `${name}: ${detail}`);
    expect(found.filter((finding) => !expected.includes(finding))).toEqual([]);
  });
});
