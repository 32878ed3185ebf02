import { expect, test } from 'vitest';
import { meaningsOf } from './meanings.ts';
import { readWishes } from './read-wishes.ts';
import { readingText } from './reading-text.ts';
import { wordList } from './shipped-words.ts';
import { understand, vocabularyOf } from './understand.ts';

const vocabulary = vocabularyOf({ pieces: ['jhumka', 'earrings', 'necklace'], looks: ['gold'] });
const meanings = meaningsOf(wordList());

test.each([
  ['earrings', '“earrings”'],
  ['earrings under 1500', '“earrings”, up to Rs.\u00a01,500'],
  ['2000 se kam', 'Up to Rs.\u00a02,000'],
  ['ring size 8 over 1000', '“ring”, from Rs.\u00a01,000, size 8'],
  ['jhoomar', '“jhumka” instead of “jhoomar”'],
  ['gold jhoomar', '“gold jhumka” instead of “gold jhoomar”'],
  ['جھومر', '“jhumka” instead of “جھومر”'],
  ['jhumki', '“jhumki”'],
  ['necklacr', '“necklace” instead of “necklacr”'],
])('%s is told as %s', (typed, told) => {
  const wishes = readWishes(typed);
  expect(readingText(wishes, understand(wishes.text, vocabulary, meanings))).toBe(told);
});
