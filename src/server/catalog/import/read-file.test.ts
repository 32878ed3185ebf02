import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinList, splitList } from '#domain/catalog/catalog-csv.ts';
import { toCsv } from '#domain/csv.ts';
import { unguardFormula } from '#domain/csv-guard.ts';
import { readCatalogFile } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCatalogFile(bytes(text));
const problemOf = (text: string | Uint8Array) => {
  try {
    readCatalogFile(typeof text === 'string' ? bytes(text) : text);
    return null;
  } catch (error) {
    return (error as { errors?: { message: string }[] }).errors?.[0]?.message;
  }
};

const columns = [
  { name: 'Name', value: (row: { name: string; description: string }) => row.name },
  { name: 'Description', value: (row: { name: string; description: string }) => row.description },
];
// Zero bytes and lone surrogates are refused by every text field.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((typed) => !typed.includes('\0')),
  fc.stringMatching(/^[;,"'=+\-\n\r\t a۔چ💍]{0,20}$/u),
);

test('whatever text the shop writes into a file is read back, letter by letter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: text.filter((typed) => typed.trim() !== ''), description: text }), {
        minLength: 1,
        maxLength: 5,
      }),
      (items) => {
        const { rows, notes } = read(toCsv(columns, items));
        expect(rows.map(({ cells }) => [unguardFormula(cells.Name ?? ''), unguardFormula(cells.Description ?? '')])).toEqual(
          items.map(({ name, description }) => [name, description]),
        );
        expect(notes).toEqual([]);
      },
    ),
  );
});

test('lists of names are read back as they were', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((typed) => typed.trim())
    .filter(Boolean);
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(splitList(joinList(names))).toEqual(names);
    }),
  );
  expect(splitList(' Gold;Silver ;; ')).toEqual(['Gold', 'Silver']);
});

test.each([
  ['commas', 'Name,Price\nRing,5\n'],
  ['semicolons', 'Name;Price\nRing;5\n'],
  ['tabs', 'Name\tPrice\nRing\t5\n'],
  ['a line that names the separator', 'sep=;\r\nName;Price\r\nRing;5\r\n'],
  ['a byte order mark, quotes and empty lines', '\uFEFF"name",PRICE \r\n\r\nRing,5\r\n,\r\n'],
])('%s', (_what, file) => {
  expect(read(file).rows.map(({ cells }) => cells)).toEqual([{ Name: 'Ring', Price: '5' }]);
});

test.each([
  ['with a mark', [0xff, 0xfe], 'utf16le'],
  ['without one', [], 'utf16le'],
] as const)('UTF-16 %s', (_what, mark, encoding) => {
  const file = new Uint8Array([...mark, ...Buffer.from('Name\tPrice\nچوڑی\t5\n', encoding)]);
  const { rows, notes } = readCatalogFile(file);
  expect(rows[0]?.cells).toEqual({ Name: 'چوڑی', Price: '5' });
  expect(notes).toEqual(['The file is saved as Unicode text (UTF-16).', 'Its columns are separated by tabs.']);
});

test('rows know their line, although texts have several', () => {
  const { rows } = read('Name,Description\nA,"one\ntwo\nthree"\n\nB,x\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 6]);
});

test('columns that the shop does not know are named, and not read', () => {
  expect(read('Name,Weight,Price\nRing,3,5\n')).toMatchObject({ columns: ['Name', 'Price'], notes: ['Not read: Weight.'] });
});

test('a row with too many or too few cells says so', () => {
  expect(read('Name,Price\nRing,1,850\n').rows[0]?.complaint).toMatch('3 cells, the first line has 2');
  expect(read('Name,Price\nRing\n').rows[0]?.complaint).toMatch('1 cells');
});

test.each([
  ['Name,Name\nA,B\n', 'The column Name is there twice'],
  ['Price\n5\n', /Product ID, SKU or Name/],
  ['Name,Price\n', 'There are no rows below the first line'],
  ['', /name the columns/],
  [`Name\n${'A\n'.repeat(10_001)}`, /At most 10,000 rows/],
  [`Name,Price\n${',\n'.repeat(10_001)}`, /more than 10,000 blank rows/],
  [`Name\n"${'A\n'.repeat(60_000)}`, /longer than 100,000 letters: does a quote not end/],
  ['x,'.repeat(201), 'The first line has more than 200 columns'],
])('%#: a file that is none is refused with the reason', (file, message) => {
  expect(problemOf(file)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('reading ends at the row that is too many, however many follow', () => {
  const began = performance.now();
  read(`Name\n${'A\n'.repeat(9_999)}`);
  const wholeMs = performance.now() - began;
  const again = performance.now();
  expect(problemOf(`Name\n${'A\n'.repeat(2_700_000)}`)).toMatch(/At most 10,000 rows/);
  expect(performance.now() - again).toBeLessThan(wholeMs * 5 + 1_000);
});
