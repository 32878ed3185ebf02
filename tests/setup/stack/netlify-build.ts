import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '@netlify/build';
import StreamZip from 'node-stream-zip';
import type { TestProject } from 'vitest/node';
import { ROOT } from '#local/settings.ts';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { freePort } from './free-port.ts';

/** A function as the manifest of the build lists it. */
export interface BuiltFunction {
  name: string;
  /** Its archive, as it is uploaded. */
  path: string;
  runtimeVersion: string;
  schedule?: string;
  routes?: { pattern: string; literal?: string; expression?: string; methods: string[]; prefer_static?: boolean }[];
}

/** What Netlify's own build made of the shop. Pages are in `dist`. */
export interface NetlifyBuild {
  /** What it printed. */
  log: string;
  /** netlify.toml and what the build added to it, as Netlify reads both. */
  config: {
    build: { environment: Record<string, string> };
    redirects: { from: string; to: string; status: number; force: boolean }[];
    headers: { for: string; values: Record<string, string> }[];
    images: { remote_images: string[] };
  };
  functions: BuiltFunction[];
  /** Holds a folder for each function: its archive, unpacked as where it runs. */
  unpacked: string;
  /** The variables of the build; a free plan gives functions and builds the same. */
  environment: Record<string, string>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    netlify: NetlifyBuild;
  }
}

/** Builds the shop once for all tests as Netlify does, offline, from an embedded Supabase with the demo catalogue and somebody of its staff. */
export default async function buildOnNetlify(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'shop-netlify-'));
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
  const stop = async () => {
    await supabase.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await supabase.seed();
    await addStaff({ ...supabase, ...keys }, STAFF);
    const { publicKey, privateKey } = makeVapidKeys();
    const environment = {
      URL: 'https://shop.test',
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      SECOND_FACTOR_KEY: newSecret(),
      SUPABASE_DB_URL: `postgres://postgres:${newSecret()}@db.shop.test:5432/postgres`,
      NETLIFY_BUILD_HOOK: `https://api.netlify.com/build_hooks/${newSecret()}`,
      RESEND_API_KEY: `re_${newSecret()}`,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:care@your.shop',
    };
    const built = await runBuild(environment);
    const manifest = await readFile(join(ROOT, '.netlify/functions/manifest.json'), 'utf8');
    const functions: BuiltFunction[] = JSON.parse(manifest).functions;
    const unpacked = join(home, 'functions');
    for (const { name, path } of functions) await unpack(path, join(unpacked, name));
    project.provide('netlify', { ...built, functions, unpacked, environment });
    return stop;
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** @throws Error with what the build printed when it fails */
async function runBuild(environment: Record<string, string>): Promise<Pick<NetlifyBuild, 'log' | 'config'>> {
  const { success, logs, netlifyConfig } = await build({
    cwd: ROOT,
    mode: 'require',
    context: 'production',
    offline: true,
    telemetry: false,
    buffer: true,
    // Vitest's own name of the environment would be built into the pages.
    env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  const log = logs && 'stdout' in logs ? logs.stdout.join('\n') : '';
  if (!success || !netlifyConfig) {
    const errors = logs && 'stderr' in logs ? logs.stderr.join('\n') : '';
    throw new Error(`Netlify's build failed:\n${log}\n${errors}`);
  }
  return { log, config: netlifyConfig as unknown as NetlifyBuild['config'] };
}

async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const zip = new StreamZip.async({ file: archive });
  await zip.extract(null, folder);
  await zip.close();
}

function newSecret(): string {
  return randomBytes(18).toString('hex');
}
