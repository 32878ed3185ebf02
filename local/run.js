/**
 * `node local/run.js [--tools] SCRIPT …`: how the commands of package.json begin, on whatever Node there is. Installs what is
 * missing, then runs the script with the project's own Node. Plain JavaScript for Node 18+.
 * Running the shop needs `dependencies` alone; `--tools` is for commands that also need `devDependencies`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Node has a folder of its own: it is unpacked beside the packages, and Netlify, which has one, is spared another. */
const nodeHome = fileURLToPath(new URL('node/', import.meta.url));
const needsTools = process.argv[2] === '--tools';
const compileCache = `${root}node_modules/.cache/node`;
const [script = '', ...args] = process.argv.slice(needsTools ? 3 : 2);

await install();
run();

/** Runs npm where a package is missing or is another than package-lock.json says. Ends the process when npm fails. */
async function install() {
  const incomplete = [root, nodeHome].filter((home) => !isInstalled(home));
  if (incomplete.length === 0) return;

  console.log(`Installing packages${needsTools ? ' and the tools of the tests' : ''} (once) …`);
  const started = Date.now();
  const areInstalled = await Promise.all(incomplete.map(npmInstall));
  if (areInstalled.includes(false)) {
    console.error('The packages could not be installed. npm says why above.');
    process.exit(1);
  }
  // Nothing removes what was compiled from older packages.
  rmSync(compileCache, { recursive: true, force: true });
  console.log(`Installing packages: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Whether a folder with a package-lock.json has all packages that are needed. */
function isInstalled(home) {
  const installed = installedIn(home);
  const isThere = ([path, { version, optional, devOptional }]) =>
    installed[path] ? installed[path].version === version : optional || devOptional;
  return Object.entries(packagesIn(`${home}package-lock.json`))
    .filter(([path, { dev }]) => path !== '' && (needsTools || !dev))
    .every(isThere);
}

/** Runs npm in a folder. Resolves to whether it succeeded. */
function npmInstall(home) {
  const installed = Object.values(installedIn(home));
  // `npm ci` begins by deleting what is there, under a shop that may be running: it is for an empty folder, and what is missing is added.
  const command = installed.length === 0 ? ['ci'] : ['install', '--no-save'];
  const flags = [...command, '--no-audit', '--no-fund', '--loglevel=error'];
  const hasTools = installed.some(({ dev }) => dev);
  // npm removes what it is told to omit.
  if (!needsTools && !hasTools) flags.push('--omit=dev');
  const npm = process.env.npm_execpath;
  const child = npm
    ? spawn(process.execPath, [npm, ...flags], { cwd: home, stdio: 'inherit' })
    : spawn('npm', flags, { cwd: home, stdio: 'inherit', shell: true });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (status) => resolve(status === 0));
  });
}

/** npm writes it when everything is installed. */
function installedIn(home) {
  return packagesIn(`${home}node_modules/.package-lock.json`);
}

/** The packages of a lock file by their folders; none when there is no such file. */
function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function run() {
  const own = `${nodeHome}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const node = existsSync(own) ? own : process.execPath;
  // What packages bring to the command line, and what that starts, runs on it, too.
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
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
