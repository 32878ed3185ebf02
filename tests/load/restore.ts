/** How long a backup of a large shop and its restoring take on the parts of a hosted project, and what is left when it is killed. Also by itself: `node tests/load/restore.ts`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { ROOT } from '#local/settings.ts';
import { BOOK_ERRORS } from '#tests/db/rows/catalogue-rows.ts';
import startHostedParts, {
  findHostedParts,
  type HostedSupabase,
  startHostedSupabase,
} from '#tests/setup/stack/hosted-supabase.ts';

const PHOTOS = 2_000;
/** A photo of a product as the shop stores it. */
const PHOTO_BYTES = 60_000;
/** How often a restore is killed, at moments spread over its time. */
const KILLS = Number(process.env.SHOP_RESTORE_KILLS ?? 4);
const BUDGET_SECONDS = 300;
const BUDGET_MB = 512;

interface Measured {
  seconds: number;
  megabytes: number;
}

/** Saves a shop of 100,000 orders and 2,000 photos, restores it into a fresh project, and kills that a few times. Prints the figures. */
export async function measureRestore(): Promise<void> {
  if (!findHostedParts()) {
    console.log('Left out: there are no hosted parts (SHOP_POSTGREST, SHOP_HOSTED_SCRIPT).');
    return;
  }
  const stopParts = await startHostedParts();
  const home = await mkdtemp(join(tmpdir(), 'shop-restore-'));
  const projects: HostedSupabase[] = [];
  const start = async () => {
    const project = await startHostedSupabase();
    projects.push(project);
    return project;
  };
  try {
    const from = await start();
    const folder = join(home, 'saved');
    await from.sql(await readFile(join(ROOT, 'tests/load/large-shop.sql'), 'utf8'));
    await uploadPhotos(from);
    const saving = await run(from, ['scripts/backup/backup.ts', folder]);
    const expected = await stateOf(from);

    const to = await start();
    const restoring = await run(to, ['scripts/backup/restore.ts', folder]);
    const whole = (await stateOf(to)) === expected;
    console.table({
      save: row(saving),
      restore: { ...row(restoring), 'what is there': whole ? 'all of it' : 'NOT WHAT WAS SAVED' },
    });
    console.table(await killRestores(to, folder, restoring.seconds, expected));
  } finally {
    for (const project of projects) await project.stop();
    await stopParts();
    await rm(home, { recursive: true, force: true });
  }
}

function row({ seconds, megabytes }: Measured) {
  return {
    seconds: Number(seconds.toFixed(1)),
    'budget s': BUDGET_SECONDS,
    'peak MB': megabytes,
    'budget MB': BUDGET_MB,
    within: seconds <= BUDGET_SECONDS && megabytes <= BUDGET_MB ? 'yes' : 'NO',
  };
}

/** Kills the command at moments spread over the time it takes, and once lets it finish. The shop before differs from the saved one by a row. */
async function killRestores(project: HostedSupabase, folder: string, seconds: number, expected: string) {
  const outcomes = [];
  const later = "insert into public.newsletter_subscribers (email) values ('later@example.com')";
  await project.sql(later);
  const before = await stateOf(project);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const after = (seconds * (kill + 0.5)) / KILLS;
    const child = restoreInto(project, folder);
    const ended = once(child, 'exit');
    await Promise.race([ended, setTimeout(after * 1_000)]);
    child.kill('SIGKILL');
    await ended;
    const state = await stateOf(project);
    const left = state === before ? 'the shop before' : state === expected ? 'the saved shop' : 'HALF OF EACH';
    outcomes.push({ 'killed after s': Number(after.toFixed(1)), 'what is there': left });
    if (state === expected) await project.sql(later);
  }
  await run(project, ['scripts/backup/restore.ts', folder]);
  const last = (await stateOf(project)) === expected ? 'the saved shop' : 'NOT WHAT WAS SAVED';
  return [...outcomes, { 'killed after s': 'not at all', 'what is there': last }];
}

function restoreInto(project: HostedSupabase, folder: string): ChildProcess {
  return start(project, ['scripts/backup/restore.ts', folder]);
}

/** Runs a command of the shop on a project, saying yes to what it asks. */
function start(project: HostedSupabase, command: string[]): ChildProcess {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      SUPABASE_SECRET_KEY: project.secretKey,
      SUPABASE_DB_URL: project.databaseUrl,
    },
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end('replace\n');
  return child;
}

async function run(project: HostedSupabase, command: string[]): Promise<Measured> {
  const began = performance.now();
  const child = start(project, command);
  let peak = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, megabytes: Math.round(peak / 1024) };
}

/** What a project holds, in short: how many rows there are of each kind, the numbers of the orders, and whether the books are right. */
async function stateOf(project: HostedSupabase): Promise<string> {
  const [counts] = await project.sql(`
    select (select count(*) from public.orders) as orders, (select md5(string_agg(order_number, ',' order by order_number)) from public.orders) as numbers,
           (select count(*) from public.order_items) as items, (select count(*) from public.stock_history) as ledger,
           (select count(*) || ' ' || sum(stock_quantity) from public.products) as products, (select count(*) from public.reviews) as reviews,
           (select count(*) from public.newsletter_subscribers) as subscribers, (select count(*) from auth.users) as users`);
  const errors = await project.sql(BOOK_ERRORS);
  return JSON.stringify([counts, errors.length]);
}

async function uploadPhotos(project: HostedSupabase): Promise<void> {
  const photos = createClient(project.url, project.secretKey, { auth: { persistSession: false } }).storage.from('photos');
  let next = 0;
  const upload = async () => {
    while (next < PHOTOS) {
      next += 1;
      const { error } = await photos.upload(`products/products-${next}.webp`, randomBytes(PHOTO_BYTES), {
        contentType: 'image/webp',
      });
      if (error) throw error;
    }
  };
  await Promise.all(Array.from({ length: 8 }, upload));
}

if (import.meta.main) await measureRestore();
