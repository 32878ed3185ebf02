import { describe, expect, test } from 'vitest';
import { BANGLE_SIZES, FITS_ALL } from '#domain/variants/sizes.ts';
import { readWishes } from './read-wishes.ts';
import { mayWish } from './wishes.ts';

const read = (typed: string) => {
  const { text, minPrice, maxPrice, sizes } = readWishes(typed);
  return [text, minPrice, maxPrice, sizes[0] ?? null];
};

describe('a budget', () => {
  test.each([
    ['earrings under 1500', 'earrings', null, 1500],
    ['Earrings below Rs. 1,500/-', 'earrings', null, 1500],
    ['2000 se kam', '', null, 2000],
    ['do hazar tak ki angoothi', 'angoothi', null, 2000],
    ['2000 k andar jhumke', 'jhumke', null, 2000],
    ['2k earrings', 'earrings', null, 2000],
    ['بندے ۱۵۰۰ سے کم', 'بندے', null, 1500],
    ['ڈیڑھ ہزار تک', '', null, 1500],
    ['پانچ سو روپے تک', '', null, 500],
    ['rings above 1500', 'rings', 1500, null],
    ['5000 se zyada', '', 5000, null],
    ['1000 se 2000 tak rings', 'rings', 1000, 2000],
    ['between 1000 and 2000', '', 1000, 2000],
    ['1000-2000', '', 1000, 2000],
  ])('%s: %s from %s to %s', (typed, text, min, max) => expect(read(typed)).toEqual([text, min, max, null]));
});

describe('a size', () => {
  test.each([
    ['size 8 ring', 'ring', '8'],
    ['ring size no. 8', 'ring', '8'],
    ['8 number ki anguthi', 'ki anguthi', '8'],
    ['انگوٹھی سائز ۸', 'انگوٹہی', '8'],
    ['size 8', 'ring', '8'],
    ['2.6 bangles', 'bangles', '2.6'],
    ['2.10', 'bangle', '2.10'],
    // What stood together stays together: `18k` is no `k`.
    ["Bride's JW-4876, 18k-22k, size 2.4", "bride's jw-4876, 18k-22k", '2.4'],
    ['hoops size large', 'hoops', 'Large'],
  ])('%s: %s in %s', (typed, text, size) => expect(read(typed)).toEqual([text, null, null, size]));

  test('is also that of what fits everybody', () => {
    expect(readWishes('size 8 ring').sizes).toEqual(['8', ...FITS_ALL]);
  });

  test('of a bangle says so alone', () => {
    for (const { size } of BANGLE_SIZES) expect(read(size)).toEqual(['bangle', null, null, size]);
  });
});

test('a size and a budget are both read', () => {
  expect(read('size 8 ring under 1500')).toEqual(['ring', null, 1500, '8']);
});

test.each([
  'EAR-0001',
  'JW-4876',
  'set of 3 rings',
  'do lari moti haar',
  'new designs in 2026',
  'jhumka',
  'number one',
  'size chart',
  'in the box',
  '2000 to 1000',
  '0300 1234567',
  '22k',
  '18k-22k bangles',
])('%s asks for words alone, as they were typed', (typed) => expect(read(typed)).toEqual([typed, null, null, null]));

test('quotation marks are no part of the words, and ask for nothing else', () => {
  expect(readWishes(' “under 1500” ')).toEqual({ text: 'under 1500', isExact: true, minPrice: null, maxPrice: null, sizes: [] });
});

test('what may ask for more than words is known before it is read', () => {
  const asking = [
    'earrings under 1500',
    'do hazar tak',
    'پانچ سو tak',
    'hoops size large',
    '۲۰۰۰ تک',
    'سائز بڑا',
    '“jhumka”',
    'hazaar se kam',
  ];
  expect(asking.filter((typed) => !mayWish(typed))).toEqual([]);
  expect(['jhumka', 'gift for wife', 'sone ke jhumke', 'نکاح'].filter(mayWish)).toEqual([]);
});
