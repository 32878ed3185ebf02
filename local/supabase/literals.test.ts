import { PgliteConnection } from '@supabase/lite/pglite';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { withLiterals } from './literals.ts';

const database = new PgliteConnection({ url: 'memory://' }).driver;

afterAll(() => database.close());

const HOSTILE = [
  "'; drop table orders; --",
  "'' or ''",
  "\\'; select 1; --",
  '\\',
  "\\\\'",
  "E'x'",
  '$1 $2 $$ $tag$',
  '/* */ -- ;',
  '"',
  '🤷🏽‍♀️',
  'é\n\t\r\u2028',
  "'".repeat(100_001),
  '',
];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .array(fc.constantFrom("'", '\\', '"', '$', '$1', ';', '--', '/*', 'E', 'é', '💍', '\0', '\ud83d', '\udc8d'))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

test.each(['on', 'off'])('whatever is written into a script is read as it was, with standard strings %s', async (standard) => {
  await database.exec(`set standard_conforming_strings = ${standard}; set escape_string_warning = off`);
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (one, other) => {
      const script = withLiterals('select $1::text as one, $2 as other, \'$1\' as "$2"', [one, other]);
      const canTravel = [one, other].every((value) => !value.includes('\0') && value.isWellFormed());
      expect(script !== undefined).toBe(canTravel);
      if (script === undefined) return;
      const results = await database.exec(script);
      expect(results.map(({ rows }) => rows)).toEqual([[{ one, other, $2: '$1' }]]);
    }),
  );
});

test.each([
  ['a comment', 'select $1 -- it'],
  ['a second comment', 'select $1 /* it */'],
  ['a dollar quote', 'select $1, $$it$$'],
  ['a named dollar quote', 'select $1, $x$it$x$'],
  ['a backslash', "select $1, E'\\''"],
  ['a quote that does not end', "select 'it, $1"],
  ['a name that does not end', 'select "it, $1'],
  ['a further statement', 'select $1; select 2'],
  ['a place without a value', 'select $1, $2'],
])('a statement with %s keeps its parameters', (_, statement) => {
  expect(withLiterals(statement, ['x'])).toBeUndefined();
});

test.each([[new Date(0)], [['x']], [{ x: 1 }], [1e9], [Number.NaN], [1n]])('%o stays a parameter', (value) => {
  expect(withLiterals('select $1', [value])).toBeUndefined();
});

test('numbers, truth and nothing are written as Postgres reads them', async () => {
  const script = withLiterals('select $1::int as a, $2::numeric as b, $3::boolean as c, $4::text as d', [-5, 1e-7, false, null]);
  const [result] = await database.exec(script ?? '');
  expect(result?.rows).toEqual([{ a: -5, b: '0.0000001', c: false, d: null }]);
});
