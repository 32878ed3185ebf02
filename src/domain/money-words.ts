/** A sum in words, as cheques and labels say it. Grouped as people here count: hundred, thousand, lakh (100,000), crore (10,000,000). */
interface Language {
  below100(number: number): string;
  hundred: string;
  /** From the largest. */
  groups: [size: number, name: string][];
  /** Between the hundreds and what follows. */
  and: string;
}

const ONES = [
  'zero one two three four five six seven eight nine ten eleven twelve',
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');

const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** From 0 to 99 each has a word of its own. */
const URDU = [
  'صفر ایک دو تین چار پانچ چھ سات آٹھ نو',
  'دس گیارہ بارہ تیرہ چودہ پندرہ سولہ سترہ اٹھارہ انیس',
  'بیس اکیس بائیس تئیس چوبیس پچیس چھبیس ستائیس اٹھائیس انتیس',
  'تیس اکتیس بتیس تینتیس چونتیس پینتیس چھتیس سینتیس اڑتیس انتالیس',
  'چالیس اکتالیس بیالیس تینتالیس چوالیس پینتالیس چھیالیس سینتالیس اڑتالیس انچاس',
  'پچاس اکیاون باون ترپن چون پچپن چھپن ستاون اٹھاون انسٹھ',
  'ساٹھ اکسٹھ باسٹھ تریسٹھ چونسٹھ پینسٹھ چھیاسٹھ سڑسٹھ اڑسٹھ انہتر',
  'ستر اکہتر بہتر تہتر چوہتر پچھتر چھہتر ستتر اٹھہتر اناسی',
  'اسی اکیاسی بیاسی تراسی چوراسی پچاسی چھیاسی ستاسی اٹھاسی نواسی',
  'نوے اکانوے بانوے ترانوے چورانوے پچانوے چھیانوے ستانوے اٹھانوے ننانوے',
].flatMap((ten) => ten.split(' '));

const ENGLISH_NUMBERS: Language = {
  below100: (number) =>
    ONES[number] ?? [TENS[Math.floor(number / 10)], ONES[number % 10]].slice(0, number % 10 ? 2 : 1).join('-'),
  hundred: 'hundred',
  groups: [
    [10_000_000, 'crore'],
    [100_000, 'lakh'],
    [1_000, 'thousand'],
  ],
  and: 'and ',
};

const URDU_NUMBERS: Language = {
  below100: (number) => URDU[number] ?? '',
  hundred: 'سو',
  groups: [
    [10_000_000, 'کروڑ'],
    [100_000, 'لاکھ'],
    [1_000, 'ہزار'],
  ],
  and: '',
};

/** `2147` becomes `Two thousand one hundred and forty-seven rupees only`. Paisa follow where there are any. */
export function rupeesInWords(sum: number): string {
  const [rupees, paisa] = partsOf(sum);
  const words = `${inWords(rupees, ENGLISH_NUMBERS)} ${rupees === 1 ? 'rupee' : 'rupees'}`;
  const rest = paisa ? ` and ${inWords(paisa, ENGLISH_NUMBERS)} paisa` : '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${rest} only`;
}

/** `2147` becomes `دو ہزار ایک سو سینتالیس روپے صرف`. */
export function rupeesInUrdu(sum: number): string {
  const [rupees, paisa] = partsOf(sum);
  const rest = paisa ? ` اور ${inWords(paisa, URDU_NUMBERS)} پیسے` : '';
  return `${inWords(rupees, URDU_NUMBERS)} ${rupees === 1 ? 'روپیہ' : 'روپے'}${rest} صرف`;
}

function partsOf(sum: number): [rupees: number, paisa: number] {
  const inPaisa = Math.round(sum * 100);
  return [Math.floor(inPaisa / 100), inPaisa % 100];
}

function inWords(number: number, language: Language): string {
  const { below100, hundred, groups, and } = language;
  if (number === 0) return below100(0);
  const words: string[] = [];
  let rest = number;
  for (const [size, name] of groups) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(inWords(count, language), name);
    rest %= size;
  }
  const hundreds = Math.floor(rest / 100);
  if (hundreds > 0) words.push(below100(hundreds), hundred);
  if (rest % 100 > 0) words.push(`${words.length > 0 ? and : ''}${below100(rest % 100)}`);
  return words.join(' ');
}
