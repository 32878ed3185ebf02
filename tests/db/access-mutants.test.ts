import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/test-postgres.ts';
import { accessMutants } from './access-mutants.ts';
import { fillShop } from './hidden-rows.ts';
import { ACCESS_CHECKS } from './visitor-rights.ts';

const database = await testPostgres();
const owner = database.owner;
await fillShop(await database.connect(1));

test('the access checks notice when any one protection against visitors is removed', async () => {
  const mutants = await accessMutants(owner);
  const survivors: string[] = [];
  await owner`begin`;
  await owner`savepoint whole`;
  expect(await isNoticed()).toBe(false);
  await owner`rollback to whole`;
  for (const mutant of mutants) {
    await owner.unsafe(`savepoint whole; ${mutant}`);
    if (!(await isNoticed())) survivors.push(mutant);
    await owner`rollback to whole`;
  }
  await owner`rollback`;
  console.info(`${mutants.length} mutants of who may read and write the database, ${survivors.length} not noticed`);
  expect(mutants.length).toBeGreaterThan(1_000);
  expect(survivors).toEqual([]);
}, 300_000);

async function isNoticed(): Promise<boolean> {
  for (const check of ACCESS_CHECKS) if ((await check(owner)).length > 0) return true;
  return false;
}
