import { expect, test } from 'vitest';
import { columnsIn, wrongKeys } from './json-keys.ts';
import { readSchema, schemaFiles } from './schema-files.ts';

const files = schemaFiles().map((path) => ({ path, text: readSchema(path) }));

/** What stands beside the columns of a row in its fields, and is stored in rows of other tables. */
const BESIDE_COLUMNS = ['goes_with', 'advice_hours'];

test('JSON that holds rows has the names of columns, all other JSON those of the API, and no object has both', () => {
  const columns = new Set([...files.flatMap(({ text }) => columnsIn(text)), ...BESIDE_COLUMNS]);
  expect(columns.size).toBeGreaterThan(400);
  expect(files.flatMap(({ path, text }) => wrongKeys(path, text, columns))).toEqual([]);
});

test('two spellings in an object, a column in a refusal and a key that is neither are named', () => {
  const wrong = (code: string) => wrongKeys('a.sql', code, new Set(['order_id']));
  expect(wrong(`jsonb_build_object('order_id', o.id, 'orderNumber', f('a, b', 1))`)).toEqual([
    'a.sql mixes two spellings in {order_id, orderNumber}',
  ]);
  expect(wrong(`jsonb_build_object('orderNumber', jsonb_build_object('order_id', 1))`)).toEqual([]);
  expect(wrong(`perform shop.refuse('gone', jsonb_build_object('order_id', 1))`)).toEqual(['a.sql refuses with order_id']);
  expect(wrong(`select fields ->> 'order_id', e -> 'stock_seen' -- x ->> 'any_key'`)).toEqual([
    'a.sql reads stock_seen, which is no column',
  ]);
});
