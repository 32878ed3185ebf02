/**
 * `node local/run.js [--tools] SCRIPT …`: how the commands of package.json begin, on whatever Node there is. Installs what is
 * missing, then runs the script with the project's own Node. Plain JavaScript for Node 18+.
 * Running the shop needs `dependencies` alone; `--tools` is for commands that also need `devDependencies`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const needsTools = process.argv[2] === '--tools';
const compileCache = `${root}node_modules/.cache/node`;
const [script = '', ...args] = process.argv.slice(needsTools ? 3 : 2);

install();
run();

/** Runs npm when a package is missing or is another than package-lock.json says. Ends the process when npm fails. */
function install() {
  const wanted = packagesIn('package-lock.json');
  // npm writes it when everything is installed.
  const installed = packagesIn('node_modules/.package-lock.json');
  const hasTools = Object.values(installed).some(({ dev }) => dev);
  const isThere = ([path, { version, optional, devOptional }]) =>
    installed[path] ? installed[path].version === version : optional || devOptional;
  const needed = Object.entries(wanted).filter(([path, { dev }]) => path !== '' && (needsTools || !dev));
  if (needed.every(isThere)) return;

  console.log(`Installing packages${needsTools ? ' and the tools of the tests' : ''} (once) …`);
  const started = Date.now();
  // Not `npm ci`: it refuses a lock file when the registry lacks an optional package for another platform.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm removes what it is told to omit.
  if (!needsTools && !hasTools) flags.push('--omit=dev');
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error('The packages could not be installed. npm says why above.');
    process.exit(1);
  }
  // Nothing removes what was compiled from older packages.
  rmSync(compileCache, { recursive: true, force: true });
  console.log(`Installing packages: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** The packages of a lock file by their folders; none when there is no such file. */
function packagesIn(file) {
  return existsSync(root + file) ? JSON.parse(readFileSync(root + file, 'utf8')).packages : {};
}

function run() {
  const own = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const node = existsSync(own) ? own : process.execPath;
  // glibc gives every thread an arena of its own, and keeps there what decoded photos needed. One arena gives it back. Read when a process starts.
  // Node keeps compiled modules, TypeScript among them: half of what a start computes.
  const env = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: compileCache, ...process.env };
  // The shop makes many short-lived objects and few that stay. V8 keeps less memory for new ones, here and in the processes that the shop forks.
  const flags = needsTools ? [] : ['--max-semi-space-size=4'];
  // In this process's place where Node can do that: one process less, and signals arrive.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...flags, script, ...args], env);

  const child = spawn(node, [...flags, script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (status) => process.exit(status ?? 1));
}
