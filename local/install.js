// Runs before `npm start`, `npm test` and their like, on whatever Node there is: installs what is missing. Plain JavaScript for Node 18+.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing what the shop is built with (once) …');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: some registries lack the builds of optional packages for other platforms, and `ci` takes a lockfile without them for broken.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], {
        cwd: root,
        stdio: 'inherit',
      })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error('The packages could not be installed. npm says why above.');
    process.exit(1);
  }
  // The package `node` keeps a second copy of itself with C++ headers (67 MB), and packages bring source maps and manuals (70 MB): nothing here reads them.
  rmSync(`${root}node_modules/node/node_modules`, {
    recursive: true,
    force: true,
  });
  for (const file of readdirSync(`${root}node_modules`, { recursive: true })) {
    if (/\.map$|^(?!.*(licen[cs]e|notice)).*\.md$/i.test(String(file))) rmSync(`${root}node_modules/${file}`, { force: true });
  }
  writeFileSync(stamp, wanted);
}
