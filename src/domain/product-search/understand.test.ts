import { describe, expect, test } from 'vitest';
import { isOneTypoApart, plainWords, skeleton, spellingKey, wordsOf } from './fold.ts';
import { meaningsOf } from './meanings.ts';
import { wordList } from './shipped-words.ts';
import { understand, vocabularyOf, wanted } from './understand.ts';

const vocabulary = vocabularyOf({
  pieces: ['jhumka', 'hoop', 'earrings', 'necklace', 'bangles', 'bracelet', 'pavé', 'band', 'ring', 'tikka'],
  looks: ['gold', 'red', 'pearl'],
});
const meanings = meaningsOf(wordList());
const meant = (typed: string) => wanted(understand(typed, vocabulary, meanings));

describe('words', () => {
  test('are split as the database splits them: points are part of numbers alone', () => {
    expect(plainWords('Gold-plated, size 2.4. EAR-0001')).toEqual(['gold', 'plated', 'size', '2.4', 'ear', '0001']);
  });

  test('have one spelling whatever keyboard typed them', () => {
    expect(wordsOf('جُھمكے')).toEqual(wordsOf('جھمکے'));
    expect(wordsOf('Pavé ۲٫۴')).toEqual(['pave', '2', '4']);
  });

  test('have one key for the ways to write a sound', () => {
    expect(new Set(['choorian', 'churiyaan', 'churian', 'churriyan'].map(spellingKey)).size).toBe(1);
    expect(skeleton('jhumkay')).toBe(skeleton('جھمکے'));
  });

  test('with two consonants have no skeleton: too many are alike', () => {
    expect(['hair', 'haar', 'blue', 'bali'].map(skeleton)).toEqual([null, null, null, null]);
  });

  test.each([
    ['earing', 'earring', true],
    ['pendent', 'pendant', true],
    ['braecelet', 'bracelet', true],
    ['bracelet', 'barcelet', true],
    ['ring', 'ring', false],
    ['ring', 'rings', true],
    ['nath', 'net', false],
  ])('%s and %s', (one, other, isOne) => expect(isOneTypoApart(one, other)).toBe(isOne));
});

describe('a search', () => {
  test.each([
    ['jhumki', [['jhumka']]],
    ['sone ke jhumke', [['gold'], ['jhumka']]],
    ['بالیاں', [['hoop', 'earring']]],
    ['neckless', [['necklace']]],
    ['braclet', [['bracelet']]],
    ['pave band', [['pavé'], ['band']]],
    ['maang tikka', [['tikka']]],
  ])('%s means %j', (typed, groups) => expect(meant(typed)).toEqual(groups));

  test('passes over words that nobody knows while another one names a piece', () => {
    expect(meant('zebra ring')).toEqual([['ring']]);
    expect(meant('zebra gold')).toEqual([]);
  });

  test('passes over an occasion that staff have said of no piece', () => {
    expect(meant('walima earrings')).toEqual([['earrings']]);
    expect(wanted(understand('walima earrings', vocabularyOf({ pieces: ['earrings'], looks: ['walima'] }), meanings))).toEqual([
      ['walima'],
      ['earrings'],
    ]);
  });

  test('for what the shop has not says so, and what is nearest', () => {
    expect(understand('payal', vocabulary, meanings)).toEqual([
      { typed: 'payal', as: 'missing', words: [], nearest: ['bangle', 'bracelet'] },
    ]);
    expect(meant('payal')).toEqual([]);
  });

  test('means what staff say before what is shipped, however they write it', () => {
    const own = meaningsOf(`Hoop=latkan , "kaan wale"\n\nnonsense\nPavé = jarao`);
    const ownMeaning = (typed: string) => wanted(understand(typed, vocabulary, own));
    expect(ownMeaning('latkan')).toEqual([['hoop']]);
    expect(ownMeaning('kaan wale')).toEqual([['hoop']]);
    expect(ownMeaning('jarao')).toEqual([['pavé']]);
  });

  test('never guesses a short word', () => {
    expect(meant('hair')).toEqual([]);
    expect(meant('net')).toEqual([]);
    expect(meant('rang')).toEqual([]);
  });
});
