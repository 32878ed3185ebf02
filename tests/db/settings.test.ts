import { beforeEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';

const database = await testPostgres();
const shop = await database.connect(10);
beforeEach(async () => {
  await shop`delete from public.site_builds where true`;
});

const change = (groups: object, seen: string | null = null) =>
  shop`select public.change_settings(${shop.json(groups as never)}, ${seen}) as settings`;
const builds = () => shop`select status from public.site_builds`;

test('there is always exactly one row', async () => {
  expect(await shop`select content from public.shop_settings`).toEqual([{ content: {} }]);
  for (const id of [true, false]) {
    await expect(shop`insert into public.shop_settings (id) values (${id})`).rejects.toThrow(/shop_settings_(pkey|one_row)/);
  }
  await expect(shop`delete from public.shop_settings where true`).rejects.toThrow(/permission denied/);
});

test('an invalid delivery rule is refused, whoever writes it', async () => {
  for (const rule of [null, {}, { freeFrom: 2999 }, { freeFrom: '2999', fee: 200 }, { freeFrom: 2999, fee: -1 }, [2999, 200]]) {
    await expect(change({ delivery: rule }), JSON.stringify(rule)).rejects.toThrow(/shop_settings_delivery_valid/);
  }
});

test('a change requests a build, a save without changes does not', async () => {
  await change({ returns: { days: 14 } });
  expect(await builds()).toEqual([{ status: 'pending' }]);
  await shop`delete from public.site_builds where true`;
  await change({ returns: { days: 14 } });
  expect(await builds()).toEqual([]);
});

test('when ten save the same version, one succeeds and the others are refused', async () => {
  const [row] = await shop`select updated_at from public.shop_settings`;
  const { done, refused } = await race(10, (number) => change({ returns: { days: 20 + number } }, row?.['updated_at']));
  expect(done).toHaveLength(1);
  expect(refused.map(({ code }) => code)).toEqual(Array(9).fill('edited_meanwhile'));
});
