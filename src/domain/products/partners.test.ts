import { expect, test } from 'vitest';
import { partnersOf } from './partners.ts';

test('what staff picked comes before what is bought together, each of it once, eight at most', () => {
  const more = Array.from({ length: 6 }, (_, index) => `more${index}`);
  const products = [
    { id: 'ring', goesWith: ['set', 'tikka', 'cuff'] },
    { id: 'watch', goesWith: [] },
  ];
  const partners = partnersOf(products, { ring: ['tikka', ...more] });
  expect([...partners]).toEqual([['ring', ['set', 'tikka', 'cuff', 'more0', 'more1', 'more2', 'more3', 'more4']]]);
});
