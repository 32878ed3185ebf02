import { expect, test } from 'vitest';
import { nearestWords } from './nearest-words.ts';

const vocabulary = {
  sorted: ['band', 'bracelet', 'bracelets', 'bridal', 'choker', 'necklace', 'pendant', 'rin', 'ring', 'stackable'],
};

test.each([
  ['braslitt', ['bracelet']],
  ['penden', ['pendant']],
  ['neklis', ['necklace']],
  ['ringss', ['ring']],
  ['laptop', []],
])('%s is near %j', (typed, words) => expect(nearestWords(typed, vocabulary)).toEqual(words));
