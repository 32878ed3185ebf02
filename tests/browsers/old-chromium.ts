import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { isExecutable } from '#tests/setup/stack/find-program.ts';

/** The oldest Chromium of `browserslist` in package.json: 90.0.4427.0, as a package for small servers brought it (MIT). Never an update. */
const PACKAGE = 'chrome-aws-lambda@8.0.2';
const INTEGRITY = 'sha512-a4VEX6DknxISPqGLksZa/JuEnjc4nLXaG0BMp5c9qERvJ/eBHPUJ7oCRQQC+SxSxuxsEwxbBj2RBlCQbivnihg==';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'shop-browsers');

/** Where it is kept: once on a machine, outside of the project, whose dependencies it is none of. */
const HOME = join(CACHE, 'chromium-90.0.4427.0');
export const OLD_CHROMIUM = join(HOME, 'chromium');

export const runsOldChromium = process.platform === 'linux' && process.arch === 'x64';

/** Fetches and unpacks it unless it is there: 49 MB from the registry of packages, 150 MB on the disk. @throws Error when it is not what it was */
export function fetchOldChromium(): void {
  if (isExecutable(OLD_CHROMIUM)) return;
  console.log('Fetching Chromium 90 (once, 49 MB) …');
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    execFileSync('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts', '--pack-destination', folder], { stdio: 'pipe' });
    const archive = join(folder, 'chrome-aws-lambda-8.0.2.tgz');
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${hash}` !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: sha512-${hash}`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/bin/chromium.br']);
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    const binary = brotliDecompressSync(readFileSync(join(folder, 'package/bin/chromium.br')));
    writeFileSync(join(unpacked, 'chromium'), binary, { mode: 0o755 });
    // At once, so that whoever looks for it finds all of it or nothing.
    renameSync(unpacked, HOME);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
