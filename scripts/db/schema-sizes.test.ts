import { expect, test } from 'vitest';
import { readSchema, schemaFiles } from './schema-files.ts';
import { functionsOf, tooLong } from './schema-sizes.ts';

const files = schemaFiles().map((path) => ({ path, text: readSchema(path) }));

test('a schema file has at most 300 lines, a line 140 characters, and a function 60 lines', () => {
  expect(files.flatMap(({ path, text }) => tooLong(path, text))).toEqual([]);
});

test('every function of the schemas is measured', () => {
  for (const { path, text } of files) {
    const made = text.match(/^create (?:or replace )?(?:function|procedure)/gm) ?? [];
    expect(functionsOf(text), path).toHaveLength(made.length);
  }
});

test('what is too long is named with where it is and how long', () => {
  const body = (lines: number) => `create function shop.f()\nas $$\n${'x;\n'.repeat(lines - 3)}$$;\n`;
  expect(tooLong('a.sql', body(60))).toEqual([]);
  expect(tooLong('a.sql', `-- f\n${body(61)}${body(3)}`)).toEqual(['a.sql: shop.f has 61 lines']);
  expect(tooLong('a.sql', `${'-'.repeat(140)}\n${'-'.repeat(141)}\n`)).toEqual(['a.sql:2 has 141 characters']);
  expect(tooLong('a.sql', 'x\n'.repeat(301))).toEqual(['a.sql has 301 lines']);
});
