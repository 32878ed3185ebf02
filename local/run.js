/**
 * `node local/run.js SCRIPT …`: how the commands of package.json begin, on whatever Node there is. Installs what is missing,
 * then runs the script with the project's own Node. Plain JavaScript for Node 18+.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [script = '', ...args] = process.argv.slice(2);

install();
run();

/** Runs npm when the packages are not those of package-lock.json. Ends the process when npm fails. */
function install() {
  const stamp = `${root}node_modules/.installed`;
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  console.log('Installing packages (once) …');
  const started = Date.now();
  // Not `npm ci`: it refuses a lock file when the registry lacks an optional package for another platform.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error('The packages could not be installed. npm says why above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  console.log(`Installing packages: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function run() {
  const own = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const node = existsSync(own) ? own : process.execPath;
  // glibc gives every thread an arena of its own, and keeps there what decoded photos needed. One arena gives it back. Read when a process starts.
  const env = { MALLOC_ARENA_MAX: '1', ...process.env };
  // In this process's place where Node can do that: one process less, and signals arrive.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, script, ...args], env);

  const child = spawn(node, [script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));
}
