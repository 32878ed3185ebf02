import { expect, test } from 'vitest';
import { notAfter, word } from './checked-pattern.ts';

const texts = ['in', 'rain in Lahore', 'rain', '𝐀in in', 'آin', 'in in,in', '', 'x in\ny in', '𝐀𝐀 in'];

test.each([
  ['', 'iu'],
  ['g', 'giu'],
])('a word is found wherever a lookbehind finds it (%s)', (_, flags) => {
  const checked = word(new RegExp('in', flags));
  const looking = new RegExp('(?<!\\p{L})in', flags);
  for (const text of texts) {
    expect(checked.exec(text)?.index, text).toBe(looking.exec(text)?.index);
    checked.lastIndex = looking.lastIndex = 0;
    expect(checked.test(text)).toBe(looking.test(text));
    checked.lastIndex = looking.lastIndex = 0;
    expect(text.replace(checked, '-')).toBe(text.replace(looking, '-'));
    expect(text.split(checked)).toEqual(text.split(looking));
    expect(text.match(checked)?.length).toBe(text.match(looking)?.length);
    if (flags.includes('g'))
      expect([...text.matchAll(checked)].map(({ index }) => index)).toEqual(
        [...text.matchAll(looking)].map(({ index }) => index),
      );
  }
});

test('a pattern that matches nothing in width is split at, and one keeps its check when it is made anew', () => {
  const house = word(/(?=house)/u);
  expect('Lahore house 4 warehouse 5'.split(house)).toEqual(['Lahore ', 'house 4 warehouse 5']);
  const number = notAfter(String.raw`\d.`, /\d{2}/gu);
  expect('123 45 .67 89'.match(number)).toEqual(['12', '45', '89']);
  expect(new RegExp(number, 'u').test('x')).toBe(false);
});
