import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileRows } from './settlements/file-rows.ts';
import { toXlsx } from './xlsx.ts';

interface Row {
  day: string;
  text: string;
  sum: number | null;
}

const columns = [
  { name: 'Date', value: ({ day }: Row) => day },
  { name: 'Text & more', value: ({ text }: Row) => text },
  { name: 'Sum', value: ({ sum }: Row) => sum },
];

async function read(rows: Row[]): Promise<string[][]> {
  const file = await fileRows({ name: 'journal.xlsx', bytes: toXlsx('2026-11', columns, rows) });
  return 'rows' in file ? file.rows.map(({ cells }) => cells) : [[file.error]];
}

test('days, texts and sums come back as they were, and a text is no formula', async () => {
  const rows = [
    { day: '2026-11-20', text: '=1+1 <b>"O’Neil & Sons"</b>', sum: -1949.06 },
    { day: '2024-02-29', text: '00042', sum: null },
  ];
  expect(await read(rows)).toEqual([
    ['Date', 'Text & more', 'Sum'],
    ['2026-11-20', '=1+1 <b>"O’Neil & Sons"</b>', '-1949.06'],
    ['2024-02-29', '00042'],
  ]);
});

test('any text and any paisas survive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: -1e11, max: 1e11 }), async (text, paisas) => {
      const typed = text.trim();
      const [, row] = await read([{ day: '2026-11-20', text: `x${typed}`, sum: paisas / 100 }]);
      expect(row?.[2]).toBe(String(paisas / 100));
      expect(row?.[1]?.replace(/\r\n?/g, '\n')).toBe(
        `x${typed}`
          .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
          .trim()
          .replace(/\r\n?/g, '\n'),
      );
    }),
    { numRuns: 60 },
  );
});

test('half a character is left out, as XML has none', async () => {
  expect((await read([{ day: '2026-11-20', text: 'a\uD800b', sum: null }]))[1]?.[1]).toBe('ab');
});

test('more columns than letters have names of two', async () => {
  const wide = Array.from({ length: 30 }, (_, at) => ({ name: `Column ${at}`, value: () => at }));
  const file = await fileRows({ name: 'wide.xlsx', bytes: toXlsx('Wide', wide, [null]) });
  expect('rows' in file && file.rows[1]?.cells).toEqual(wide.map((_, at) => String(at)));
});
