import { expect, test } from 'vitest';
import { withUniqueKeys } from './with-unique-keys.ts';

test('duplicates get two keys, and the first keeps its key when the other is removed', () => {
  const keys = (names: string[]) => withUniqueKeys(names, (name) => name).map(({ key }) => key);
  expect(new Set(keys(['ring', 'chain', 'ring'])).size).toBe(3);
  expect(keys(['chain', 'ring'])[1]).toBe(keys(['ring', 'chain'])[0]);
  expect(keys(['ring', 'chain'])).toEqual(keys(['ring', 'chain', 'ring']).slice(0, 2));
});
