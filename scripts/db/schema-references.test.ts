import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { readSchema, schemaFiles } from './schema-files.ts';
import { readSchemaCode, referencesAhead } from './schema-references.ts';

const paths = schemaFiles();
const files = paths.map((path) => readSchemaCode(path, readSchema(path)));

test('`schema_paths` names every schema file, and each of them once', () => {
  expect(paths.toSorted()).toEqual(globSync('schemas/**/*.*', { cwd: join(ROOT, 'supabase') }).toSorted());
});

test('a schema file names only what stands in it or in the files before it', () => {
  expect(files.flatMap(({ makes }) => [...makes]).length).toBeGreaterThan(900);
  expect(referencesAhead(files)).toEqual([]);
});

test('what things are, by noun, comes first; then how they are read, what is done about them, and what that entails', () => {
  const folders = paths.map((path) => path.split('/')[1]);
  expect(folders.filter((folder, place) => folder !== folders[place - 1]).join(' ')).toBe(
    'base people catalog stock orders money parcels money parcels returns read catalog orders money parcels returns parcels people catalog stock orders money parcels returns operations',
  );
});

test('a reference to a later file is found in code and in strings, not in comments', () => {
  const tables = readSchemaCode('tables.sql', 'create table public.orders (\n  status shop.order_status\n);');
  const types = readSchemaCode('types.sql', "-- For public.orders.\ncreate type shop.order_status as enum ('a -- b');");
  const dynamic = readSchemaCode(
    'dynamic.sql',
    "do $$ begin execute 'select 1 from public.orders -- shop.order_status'; end; $$;",
  );
  expect(referencesAhead([types, tables])).toEqual([]);
  expect(referencesAhead([tables, types])).toEqual(['tables.sql names shop.order_status of types.sql']);
  expect(referencesAhead([dynamic, types, tables])).toEqual([
    'dynamic.sql names public.orders of tables.sql',
    'dynamic.sql names shop.order_status of types.sql',
  ]);
});

test('a name that several files make belongs to the first of them', () => {
  const one = readSchemaCode('one.sql', 'create function shop.has_left(status shop.a)');
  const other = readSchemaCode('other.sql', 'create function shop.has_left(status shop.b)');
  expect(referencesAhead([readSchemaCode('before.sql', 'select shop.has_left()'), one, other])).toEqual([
    'before.sql names shop.has_left of one.sql',
  ]);
  expect(referencesAhead([one, readSchemaCode('between.sql', 'select shop.has_left()'), other])).toEqual([]);
});
