import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';

const database = await testPostgres();
const shop = await database.connect(10);

const change = (text: string, seen: string | null) =>
  shop<{ version: string | null }[]>`select public.change_ready_text('confirm', 'ur', ${text}, ${seen})::text as version`;

const CODES = Array(9).fill('edited_meanwhile');

test('of ten who change the same text at once one succeeds: a default, and words of the shop', async () => {
  const first = await race(10, (number) => change(`Salam ${number}`, null));
  expect([first.done.length, first.refused.map(({ code }) => code)]).toEqual([1, CODES]);
  const [row] = await shop`select updated_at::text as version from public.ready_texts`;
  const second = await race(10, (number) => change(`Adaab ${number}`, row?.['version']));
  expect([second.done.length, second.refused.map(({ code }) => code)]).toEqual([1, CODES]);
});
