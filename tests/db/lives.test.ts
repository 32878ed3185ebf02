/** Everything that can happen to an order, in any order: whatever did, its sums are those of its rows, and nobody is paid, asked or given a piece twice. */
import * as fc from 'fast-check';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { compareBooks } from '#scripts/books/compare.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode } from './calls/code-calls.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { balances } from './calls/payment-calls.ts';
import { settlementErrors } from './calls/settlement-calls.ts';
import { type People, perform, type Stage } from './model/lives.ts';
import { DOINGS, life, type Step } from './model/lives-steps.ts';
import { type OrderSums, sumsOfLife, wrongSums } from './model/lives-sums.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';
import { earningsErrors } from './rows/kept-earnings.ts';

/** `SHOP_LIVES=5000 npm run test:db -- lives` is for a night; every run of one seed is the same. */
const LIVES = Number(process.env.SHOP_LIVES ?? 300);
const AT_ONCE = 12;
const SEED = Number(process.env.SHOP_LIVES_SEED ?? 20_261_127);

const database = await testPostgres();
const sql = await database.connect(AT_ONCE);
const stage: Stage = {
  sql,
  products: [
    await addProduct(sql, { name: 'Ring', price: 1000, stock: 1_000_000 }),
    await addProduct(sql, { name: 'Jhumka', price: 1250.5, stock: 1_000_000 }),
    await addProduct(sql, { name: 'Choker', price: 333.33, stock: 1_000_000 }),
  ],
  staff: await addColleague(database.owner, 'sana'),
  courier: await addCourier(sql, 'generic', 'Kangaroo'),
};

// Every third order is a gift, and wrapped.
await sql`select public.change_settings('{"gifts": {"wrap": "offered", "price": 150}}', null)`;

/** What was refused, by its code, or `done`. Anything but a refusal fails the life. */
async function outcomeOf(people: People, step: Step): Promise<string> {
  try {
    return (await perform(stage, people, step)) === null ? 'nobody' : 'done';
  } catch (failure) {
    if (failure instanceof postgres.PostgresError && failure.code === 'PGRST') return JSON.parse(failure.message).code;
    throw failure;
  }
}

const ownCodes = () =>
  Promise.all([
    addCode(sql, { once_per_phone: false }),
    addCode(sql, { once_per_phone: false, kind: 'sum', value: 100, minimum: 2000 }),
    addCode(sql),
  ]);

let lives = 0;

async function live(steps: Step[], seen: Map<string, number>): Promise<void> {
  lives += 1;
  const people: People = {
    phone: `+92301${String(1_000_000 + lives)}`,
    orders: [],
    requests: [],
    files: [],
    codes: await ownCodes(),
  };
  let before: OrderSums[] = [];
  for (const [number, step] of steps.entries()) {
    // Somebody reads a report: what it keeps must follow whatever comes next.
    if (number % 2 === 1) await sql`select shop.work_out_earnings()`;
    const outcome = await outcomeOf(people, step);
    seen.set(`${step.does}: ${outcome}`, (seen.get(`${step.does}: ${outcome}`) ?? 0) + 1);
    if (outcome === 'nobody') continue;
    const sums = await sumsOfLife(sql, people);
    const wrong = [...wrongSums(sums), ...(outcome === 'done' ? wrongCash(before, sums, step) : changedByRefusal(before, sums))];
    expect({ number, step, outcome, wrong }).toEqual({ number, step, outcome, wrong: [] });
    before = sums;
  }
}

/** Cash comes from a door alone, and is what the label said. */
function wrongCash(before: OrderSums[], after: OrderSums[], { does }: Step): string[] {
  return after.flatMap((now, place) => {
    const was = before[place];
    const gained = now.collected - (was?.collected ?? 0);
    if (gained <= 0 || !was) return gained > 0 ? [`order ${place} began with cash`] : [];
    const isAtDoor = ['set status', 'deliver', 'move a parcel', 'restore'].includes(does);
    if (!isAtDoor) return [`order ${place} has ${gained} more cash by: ${does}`];
    if (does !== 'move a parcel') return [];
    const arrived = was.labels.filter(
      ({ id, isDelivered }) => !isDelivered && now.labels.some((one) => one.id === id && one.isDelivered),
    );
    const asked = arrived.reduce((sum, { collect }) => sum + collect, 0);
    return arrived.length > 0 && gained > asked ? [`order ${place} has ${gained} of a parcel that asked for ${asked}`] : [];
  });
}

function changedByRefusal(before: OrderSums[], after: OrderSums[]): string[] {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was === is ? [] : [`what was refused changed something: ${was} became ${is}`];
}

test('whatever happens to orders, in any order, their sums are those of their rows, and nothing is taken or given twice', async () => {
  const seen = new Map<string, number>();
  const lane = (number: number) =>
    fc.assert(
      fc.asyncProperty(life, (steps) => live(steps, seen)),
      { seed: SEED + number, numRuns: Math.ceil(LIVES / AT_ONCE), endOnFailure: true },
    );
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => lane(number)));

  const happened = [...seen.keys()].filter((outcome) => outcome.endsWith(': done')).map((outcome) => outcome.slice(0, -6));
  expect(happened.toSorted()).toEqual(DOINGS.toSorted());
  expect(Object.values(await balances(sql)).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 4);
  expect(await bookErrors(database.owner)).toEqual([]);
  expect(await settlementErrors(database.owner)).toEqual([]);
  expect(await earningsErrors(database.owner)).toEqual([]);
  expect((await compareBooks(async (statement) => [...(await database.owner.unsafe(statement))])).differences).toEqual([]);
}, 3_600_000);
