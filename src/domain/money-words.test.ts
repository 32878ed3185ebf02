import { expect, test } from 'vitest';
import { rupeesInUrdu, rupeesInWords } from './money-words.ts';

test.each([
  [1, 'One rupee only', 'ایک روپیہ صرف'],
  [14, 'Fourteen rupees only', 'چودہ روپے صرف'],
  [40, 'Forty rupees only', 'چالیس روپے صرف'],
  [100, 'One hundred rupees only', 'ایک سو روپے صرف'],
  [999, 'Nine hundred and ninety-nine rupees only', 'نو سو ننانوے روپے صرف'],
  [1_000, 'One thousand rupees only', 'ایک ہزار روپے صرف'],
  [1_054, 'One thousand and fifty-four rupees only', 'ایک ہزار چون روپے صرف'],
  [2_147, 'Two thousand one hundred and forty-seven rupees only', 'دو ہزار ایک سو سینتالیس روپے صرف'],
  [12_500, 'Twelve thousand five hundred rupees only', 'بارہ ہزار پانچ سو روپے صرف'],
  [100_000, 'One lakh rupees only', 'ایک لاکھ روپے صرف'],
  [100_005, 'One lakh and five rupees only', 'ایک لاکھ پانچ روپے صرف'],
  [
    199_999,
    'One lakh ninety-nine thousand nine hundred and ninety-nine rupees only',
    'ایک لاکھ ننانوے ہزار نو سو ننانوے روپے صرف',
  ],
  [200_000, 'Two lakh rupees only', 'دو لاکھ روپے صرف'],
  [
    12_345_678,
    'One crore twenty-three lakh forty-five thousand six hundred and seventy-eight rupees only',
    'ایک کروڑ تئیس لاکھ پینتالیس ہزار چھ سو اٹھہتر روپے صرف',
  ],
  [
    2_147.5,
    'Two thousand one hundred and forty-seven rupees and fifty paisa only',
    'دو ہزار ایک سو سینتالیس روپے اور پچاس پیسے صرف',
  ],
])('%d is %s', (sum, english, urdu) => {
  expect([rupeesInWords(sum), rupeesInUrdu(sum)]).toEqual([english, urdu]);
});

test('each number from 0 to 99 has words of its own in both languages', () => {
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  expect(new Set(numbers.map(rupeesInWords)).size).toBe(100);
  expect(new Set(numbers.map(rupeesInUrdu)).size).toBe(100);
  // One word each, in the letters of Urdu.
  expect(numbers.filter((number) => !/^[\u0600-\u06ff]+ (روپے|روپیہ) صرف$/.test(rupeesInUrdu(number)))).toEqual([]);
  // Letters that look alike are Arabic's, and are searched and read aloud otherwise.
  expect(numbers.filter((number) => /[كيىه]/.test(rupeesInUrdu(number)))).toEqual([]);
});

function wordOf(number: number): string {
  return rupeesInWords(number)
    .toLowerCase()
    .replace(/ rupees? only$/, '');
}

const BELOW_100 = new Map(Array.from({ length: 100 }, (_, number) => [wordOf(number), number]));
const SIZES: Record<string, number> = { thousand: 1_000, lakh: 100_000 };

/** The sum of words again: each word adds or multiplies. */
function sumOf(words: string): number {
  let total = 0;
  let count = 0;
  for (const word of words.replaceAll(' and ', ' ').split(' ')) {
    if (word === 'hundred') count *= 100;
    else if (SIZES[word]) {
      total += count * SIZES[word];
      count = 0;
    } else count += BELOW_100.get(word) ?? Number.NaN;
  }
  return total + count;
}

test('sums up to 200,000 are read back from their words, and no two have the same', () => {
  const sums = Array.from({ length: 200_000 / 7 + 1 }, (_, n) => n * 7).concat(200_000);
  expect(sums.filter((sum) => sumOf(wordOf(sum)) !== sum)).toEqual([]);
  expect(new Set(sums.map(rupeesInUrdu)).size).toBe(sums.length);
});
