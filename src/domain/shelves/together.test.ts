import { expect, test } from 'vitest';
import { categoriesTogether } from './together.ts';

const piece = (id: string, category: string, ...occasions: ('eid' | 'barat' | 'gift')[]) => ({ id, category, occasions });
const pieces = [
  piece('ring', 'rings', 'eid'),
  piece('hoops', 'earrings', 'eid'),
  piece('kara', 'bracelets', 'barat'),
  piece('nath', 'bridal', 'barat'),
  piece('watch', 'watches', 'gift'),
];

test('what goes with a category is first what goes with its pieces, both ways, then what is worn at the same occasions', () => {
  const partners = new Map([
    ['ring', ['kara', 'watch']],
    ['kara', ['ring']],
  ]);
  const together = categoriesTogether(pieces, partners);
  expect(together.get('rings')).toEqual(['bracelets', 'watches', 'earrings']);
  expect(together.get('bracelets')).toEqual(['rings', 'bridal']);
  expect(together.get('watches')).toEqual(['rings']);
});

test('neither pieces that are gone nor those of its own bring a category in', () => {
  const together = categoriesTogether([...pieces, piece('studs', 'earrings')], new Map([['hoops', ['studs', 'sold']]]));
  expect(together.get('earrings')).toEqual(['rings']);
});
