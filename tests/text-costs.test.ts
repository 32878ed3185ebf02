import { expect, test } from 'vitest';
import { readNumbers, readTrackingLines } from '#admin/screens/shipments/all/pasted-lines.ts';
import { withoutValues } from '#domain/browser-errors/report.ts';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import { readPortalAnswer } from '#domain/couriers/portal-answer.ts';
import { readLines, readTable } from '#domain/payments/statement-file.ts';
import { phoneDigits, readPhones } from '#domain/phone.ts';
import { findCity } from '#domain/places/cities.ts';
import { meaningsOf } from '#domain/product-search/meanings.ts';
import { readWishes } from '#domain/product-search/read-wishes.ts';
import { wordList } from '#domain/product-search/shipped-words.ts';
import { understand, vocabularyOf } from '#domain/product-search/understand.ts';
import { cleanText } from '#domain/text.ts';
import { readCatalogFile } from '#server/catalog/import/read-file.ts';
import { cellComplaint, lettersComplaint, numberComplaint } from '#server/catalog/import/spreadsheet-tricks.ts';
import { COSTLY_TEXTS, lengthsOf, problemOf } from './setup/samples/processor-time.ts';

const NAMES = ['Rose Gold Halo Ring', 'Emerald Pendant', 'Pearl Jhumka Earrings', 'Enamel Bangle Stack'];
const products = NAMES.map((name, place) => ({
  id: String(place).padStart(24, '0'),
  name,
  colors: ['Gold', 'Silver'],
  sizes: ['6', '7', '2.4'],
}));
const vocabulary = vocabularyOf({ pieces: ['ring', 'pendant', 'bangle'], looks: ['gold', 'silver'] });
const meanings = meaningsOf(wordList());

/** What reads text that no schema has shortened: pasted chats, files of banks, couriers and spreadsheets; and what every text goes through. */
const READERS: Record<string, (text: string) => unknown> = {
  'a pasted chat': (text) => readChatOrder(text, { products, ownPhones: ['0300 7654321'], ownNames: ['Naqsh'] }),
  'a bank statement': (text) => {
    const table = readTable(`Date,Amount,Details\n25/11/2026,${text},${text}`);
    return 'rows' in table && readLines({ rows: table.rows, roles: ['date', 'amount', 'text'] });
  },
  'an answer of a courier’s portal': (text) => readPortalAnswer(text, { referenceHeader: 'Reference', trackingHeader: 'CN' }),
  'a file of products': (text) => refusing(() => readCatalogFile(new TextEncoder().encode(`Name,Price\n${text},900\n`))),
  'a cell of a spreadsheet': (text) => [cellComplaint(text), lettersComplaint(text, undefined), numberComplaint(text)],
  'pasted tracking numbers': (text) => [readTrackingLines(text, []), readNumbers(text)],
  'a phone': (text) => [readPhones(text), phoneDigits(text)],
  'a city': (text) => findCity(text),
  'a search': (text) => understand(text, vocabulary, meanings),
  'the prices and sizes of a search': (text) => readWishes(text),
  'an error of a browser': (text) => withoutValues(text),
  'typed text': (text) => cleanText(text),
};

function refusing(read: () => unknown): unknown {
  try {
    return read();
  } catch (refusal) {
    return refusal;
  }
}

/** As many lines as the text may have: of addresses, of choices of a piece, of one parcel again and again, of question marks. */
const LINES: Record<string, (length: number) => string> = {
  addresses: (length) => lines(length, 25, (place) => `House ${place} Street 4 Lahore`),
  choices: (length) => lines(length, 20, (place) => `gold ring size ${place % 30} x2`),
  'talk of pieces': (length) => 'my gold ring '.repeat(length / 13),
  'one parcel': (length) => lines(length, 32, () => 'ORD-10042\tTCS 1234567890'),
  'question marks': (length) => `${'?'.repeat(length - 1)}x`,
};

function lines(length: number, each: number, line: (place: number) => string): string {
  return Array.from({ length: length / each }, (_, place) => line(place)).join('\n');
}

const KINDS = { ...COSTLY_TEXTS, ...LINES };

test.each(Object.keys(READERS))('%s is read in a time that grows with its length, whatever it is made of', (reader) => {
  const read = READERS[reader] ?? (() => {});
  const problems = Object.entries(KINDS).flatMap(([kind, make]) => {
    const problem = problemOf(read, lengthsOf(make));
    return problem ? [`${kind}: ${problem}`] : [];
  });
  expect(problems).toEqual([]);
});
