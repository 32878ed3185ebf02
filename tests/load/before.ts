/**
 * What shoppers and staff do most, in the shop of an older commit and in this one, by turns, so that the speed of the machine counts for both.
 * Also by itself: `node tests/load/before.ts [COMMIT]`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '#local/settings.ts';
import { measure } from './measure-calls.ts';
import { memoryOf } from './memory.ts';
import { type RunningShop, withRunningShop } from './running-shop.ts';
import { addStock, listingOrders, ordering, quoting } from './shop-calls.ts';

/** The last commit before discount codes, payments, roles and parcels. What came since may not make the shop slower. */
const PINNED = '72cfa37';

const ROUNDS = 4;
const CALLS = 120;

const run = promisify(execFile);

/** Measures both by turns. A row each: the median of the rounds' medians before and now. */
export function measureBefore(commit = PINNED) {
  return withCheckout(commit, (older) => withRunningShop((before) => withRunningShop((now) => byTurns([before, now])), older));
}

/** Checks a commit out into a folder of its own and installs what its shop runs with. */
async function withCheckout<Result>(commit: string, work: (root: string) => Promise<Result>): Promise<Result> {
  const root = join(await mkdtemp(join(tmpdir(), 'shop-before-')), 'shop');
  await run('git', ['worktree', 'add', '--detach', root, commit], { cwd: ROOT });
  try {
    const flags = ['--omit=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...flags], { cwd: root });
    return await work(`${root}/`);
  } finally {
    await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
    await rm(join(root, '..'), { recursive: true, force: true });
  }
}

type Figures = Record<string, number>;

async function byTurns(shops: [before: RunningShop, now: RunningShop]) {
  const workers = await Promise.all(shops.map(workerOf));
  // The first calls compile what the later ones use.
  for (const work of workers) await work();
  const rounds: Figures[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each begins as often as the other.
    for (const side of round % 2 ? [1, 0] : [0, 1]) rounds[side]?.push((await workers[side]?.()) ?? {});
  }
  const [before, now] = rounds.map(medians);
  return Object.fromEntries(
    Object.entries(now ?? {}).map(([what, figure]) => {
      const older = before?.[what] ?? Number.NaN;
      return [what, { before: rounded(older), now: rounded(figure), ratio: Number((figure / older).toFixed(2)) }];
    }),
  );
}

/** One round of work in a shop. */
async function workerOf(shop: RunningShop): Promise<() => Promise<Figures>> {
  await addStock(shop, (ROUNDS + 1) * CALLS * 2);
  const [order, quote, list] = [ordering(shop), quoting(shop), listingOrders(shop)];
  return async () => ({
    'order, ms': (await measure(CALLS, 1, order)).p50,
    'orders a second, ten shoppers': (await measure(CALLS, 10, order)).perSecond,
    'cart quote, ms': (await measure(CALLS, 1, quote)).p50,
    'staff list of 20 orders, ms': (await measure(CALLS, 1, list)).p50,
    'memory, MB': (await memoryOf(shop.pid)) ?? Number.NaN,
  });
}

function medians(rounds: Figures[]): Figures {
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name] ?? Number.NaN))]));
}

function rounded(figure: number): number {
  return Number(figure.toFixed(1));
}

if (import.meta.main) console.table(await measureBefore(process.argv[2]));
