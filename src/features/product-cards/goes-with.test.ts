import { expect, test } from 'vitest';
import type { CatalogItem } from './catalog-item.ts';
import { goesWithAny } from './goes-with.ts';

const item = (id: string, goesWith?: string[], stockQuantity = 5) => ({ id, goesWith, stockQuantity }) as CatalogItem;

test('what goes with a whole cart takes turns, without what is in it, sold out or gone', () => {
  const items = [
    item('ring', ['set', 'tikka', 'gone']),
    item('jhumka', ['ring', 'nath', 'cuff']),
    item('set'),
    item('tikka', [], 0),
    item('nath'),
    item('cuff'),
  ];
  expect(goesWithAny(['ring', 'jhumka'], items, 3).map(({ id }) => id)).toEqual(['set', 'nath', 'cuff']);
  expect(goesWithAny(['unknown'], items, 3)).toEqual([]);
});
