import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { fillShop } from './rows/hidden-rows.ts';
import { accessMutants, type Mutant } from './sweeps/access-mutants.ts';
import { ACCESS_CHECKS } from './sweeps/visitor-rights.ts';

const database = await testPostgres();
const owner = database.owner;
await fillShop(await database.connect(1));

test('the access checks notice when any one protection against visitors is removed', async () => {
  const mutants = await accessMutants(owner);
  await owner`begin`;
  await owner`savepoint whole`;
  expect(await complaints()).toEqual([]);
  await owner`rollback to whole`;
  const survivors: string[] = [];
  for (const mutant of await notNoticedTogether(mutants)) {
    await owner.unsafe(`savepoint whole; ${mutant.statement}`);
    if ((await complaints()).length === 0) survivors.push(mutant.statement);
    await owner`rollback to whole`;
  }
  await owner`rollback`;
  console.info(`${mutants.length} mutants of who may read and write the database, ${survivors.length} not noticed`);
  expect(mutants.length).toBeGreaterThan(1_000);
  expect(survivors).toEqual([]);
}, 300_000);

/** What is wrong, by the first check that finds anything. */
async function complaints(): Promise<string[]> {
  for (const check of ACCESS_CHECKS) {
    const found = await check(owner);
    if (found.length > 0) return found;
  }
  return [];
}

/** Makes all mutants of a kind at once. Returns those of whom nothing was said by name, and those that share what is said: each wants a look of its own. */
async function notNoticedTogether(mutants: Mutant[]): Promise<Mutant[]> {
  const left: Mutant[] = [];
  for (const some of Object.values(Object.groupBy(mutants, ({ kind }) => kind))) {
    const named = new Map((some ?? []).flatMap((mutant) => (mutant.complaint ? [[mutant.complaint, mutant]] : [])));
    await owner.unsafe(`savepoint whole; ${[...named.values()].map(({ statement }) => statement).join(';')}`);
    const found = new Set(named.size > 0 ? await complaints() : []);
    await owner`rollback to whole`;
    left.push(
      ...(some ?? []).filter((mutant) => named.get(mutant.complaint ?? '') !== mutant || !found.has(mutant.complaint ?? '')),
    );
  }
  return left;
}
