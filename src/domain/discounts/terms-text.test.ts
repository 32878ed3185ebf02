import { expect, test } from 'vitest';
import type { CodeTerms } from './contract.ts';
import { offerText } from './terms-text.ts';

const NOW = Date.parse('2026-11-25T09:00:00Z');

const plain: CodeTerms = {
  code: 'DULHAN15',
  kind: 'percent',
  target: 'lines',
  value: 15,
  minimum: 0,
  categories: [],
  isForSome: false,
  newCustomersOnly: false,
};

const nameOf = (slug: string) => slug.replace(/^./, (letter) => letter.toUpperCase());

test.each<[Partial<CodeTerms>, string]>([
  [{}, '15% off with DULHAN15'],
  [{ minimum: 3000, endsAt: '2026-11-29T18:59:00Z' }, '15% off with DULHAN15, from Rs.\u00a03,000, until Sunday'],
  // The last moment of Sunday in Pakistan.
  [{ endsAt: '2026-11-29T19:00:00Z' }, '15% off with DULHAN15, until Sunday'],
  [{ endsAt: '2026-11-25T13:00:00Z' }, '15% off with DULHAN15, until 6:00 pm today'],
  [{ endsAt: '2026-12-14T19:00:00Z' }, '15% off with DULHAN15, until 14 December'],
  [{ endsAt: '2027-01-14T19:00:00Z' }, '15% off with DULHAN15, until 14 January 2027'],
  [{ kind: 'sum', value: 300, newCustomersOnly: true }, 'Rs.\u00a0300 off with DULHAN15, on a first order'],
  [{ target: 'delivery', value: 100 }, 'Free delivery with DULHAN15'],
  [{ categories: ['rings', 'bangles'] }, '15% off Rings and Bangles, code DULHAN15'],
  [{ isForSome: true }, '15% off chosen pieces, code DULHAN15'],
])('a code with %o is told as: %s', (terms, text) => {
  expect(offerText({ ...plain, ...terms }, nameOf, NOW)).toBe(text);
});
