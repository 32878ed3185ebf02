import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';

const exec = promisify(execFile);

const LOCK = ['package.json', 'package-lock.json'];

let checkout: string;

/** Packages as npm downloads them. */
let packed: string;

beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'shop-packages-'));
  for (const [name, version] of [
    ['ring', '1.0.0'],
    ['ring', '1.1.0'],
    ['scale', '1.0.0'],
  ]) {
    const folder = join(packed, `${name}-${version}`);
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version }));
    await exec('npm', ['pack', folder], { cwd: packed });
  }
});

afterAll(() => rm(packed, { recursive: true, force: true }));

/** A checkout with one package to run and one to test with. */
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'shop-install-'));
  await cp(join(ROOT, 'local/run.js'), join(checkout, 'local/run.js'));
  await writeFile(join(checkout, 'command.js'), 'console.log("the command ran");');
  await lock('1.0.0');
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

test('a command that runs the shop installs what it needs, and no tools', async () => {
  expect(await run()).toMatch(/Installing packages \(once\) …\s[\s\S]*the command ran/);
  expect(await installed()).toEqual(['ring']);
  expect(await run()).toBe('the command ran\n');
});

test('a command that tests installs the tools, which the others then leave alone', async () => {
  await run();
  expect(await run('--tools')).toMatch(/Installing packages and the tools of the tests \(once\) …\s[\s\S]*the command ran/);
  expect(await installed()).toEqual(['ring', 'scale']);
  expect(await run()).toBe('the command ran\n');
  expect(await run('--tools')).toBe('the command ran\n');
});

test('a command, and what it starts, runs on the Node of `local/node`, which is installed beside the packages', async () => {
  const own = join(packed, 'node-1.0.0');
  await mkdir(join(own, 'bin'), { recursive: true });
  await writeFile(join(own, 'package.json'), JSON.stringify({ name: 'node', version: '1.0.0', bin: 'bin/node' }));
  await writeFile(join(own, 'bin/node'), `#!/bin/sh\necho own Node\nexec ${process.execPath} "$@"`, { mode: 0o755 });
  await exec('npm', ['pack', own], { cwd: packed });
  const home = join(checkout, 'local/node');
  await mkdir(home);
  await writeFile(join(home, 'package.json'), JSON.stringify({ dependencies: { node: `file:${packed}/node-1.0.0.tgz` } }));
  await exec('npm', ['install', '--package-lock-only', '--offline'], { cwd: home, env: environment() });
  await writeFile(
    join(checkout, 'command.js'),
    `import { execSync } from 'node:child_process'; execSync('node -p 1', { stdio: 'inherit' });`,
  );

  expect(await run()).toMatch(/Installing packages: .* s\nown Node\nown Node\n1\n$/);
  expect(await installed()).toEqual(['ring']);
  expect(await run()).toBe('own Node\nown Node\n1\n');
});

test('packages of another lock file are replaced', async () => {
  await lock('1.1.0');
  const newer = await mkdtemp(join(checkout, 'newer-'));
  for (const file of LOCK) await cp(join(checkout, file), join(newer, file));
  await lock('1.0.0');
  await run('--tools');
  for (const file of LOCK) await cp(join(newer, file), join(checkout, file));
  expect(await run()).toContain('Installing packages');
  expect(await installed()).toEqual(['ring', 'scale']);
  expect(JSON.parse(await readFile(join(checkout, 'node_modules/ring/package.json'), 'utf8')).version).toBe('1.1.0');
});

test('packages that cannot be installed end the command before it runs', async () => {
  await writeFile(join(checkout, 'package.json'), JSON.stringify({ dependencies: { ring: 'file:missing.tgz' } }));
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The packages could not be installed. npm says why above.'),
    stdout: expect.not.stringContaining('the command ran'),
  });
});

/** Writes package.json with a version of ring, and package-lock.json from it. */
async function lock(ring: string): Promise<void> {
  const packages = {
    dependencies: { ring: `file:${packed}/ring-${ring}.tgz` },
    devDependencies: { scale: `file:${packed}/scale-1.0.0.tgz` },
  };
  await writeFile(join(checkout, 'package.json'), JSON.stringify({ name: 'shop', type: 'module', ...packages }));
  await rm(join(checkout, 'package-lock.json'), { force: true });
  await exec('npm', ['install', '--package-lock-only', '--offline'], { cwd: checkout, env: environment() });
}

async function run(...flags: string[]): Promise<string> {
  const { stdout } = await exec('node', ['local/run.js', ...flags, 'command.js'], { cwd: checkout, env: environment() });
  return stdout;
}

/** As in a terminal, with a cache of its own: npm would find packages there that are gone. */
function environment(): NodeJS.ProcessEnv {
  const { npm_execpath: _, ...env } = process.env;
  return { ...env, npm_config_cache: join(checkout, 'cache') };
}

async function installed(): Promise<string[]> {
  return (await readdir(join(checkout, 'node_modules'))).filter((name) => !name.startsWith('.'));
}
