/** What a courier answers when its program is broken, or somebody else's: whole answers, and right ones of which one kind of value is wrong. */

/** A megabyte. */
const MANY = 1_000_000;

/** Answers that are none of the documents'. */
const WHOLE: Record<string, string> = {
  nothing: '',
  null: 'null',
  'an empty list': '[]',
  'an empty object': '{}',
  'a text': '"booked"',
  'a number beyond numbers': '1e999',
  'a page': '<!doctype html><title>502</title><h1>Bad Gateway</h1>',
  'half of an answer': '{"statusCode":"200","status":1,"dist":{"trackingNumber":"2004100',
  'zero bytes': '\u0000\u0000\u0000',
  'a hundred thousand lists in each other': '['.repeat(100_000) + ']'.repeat(100_000),
  'a hundred thousand objects in each other': `${'{"error":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a refusal of a megabyte': JSON.stringify({
    statusCode: '500',
    status: 9,
    statusMessage: 'no\u0000\ud800'.repeat(MANY / 10),
    error: { a: ['no\u0000\ud800'.repeat(MANY / 10)] },
    errors: { a: [{ toString: null }] },
    message: '\u0000fail',
  }),
  'names of our own objects':
    '{"__proto__":{"statusCode":"200"},"constructor":1,"statusCode":"200","status":"1","dist":{"__proto__":1}}',
};

/** What stands in the place of each text and number of a right answer. */
const VALUES: Record<string, unknown> = {
  'a zero byte': 'PX\u000012345',
  'half of a character': 'PX-12345 \ud800',
  'a line break and a tab': 'PX-1\r\n2345\t',
  'a megabyte': '1'.repeat(MANY),
  'a megabyte of spaces': `1${' '.repeat(MANY)}1`,
  'a number beyond numbers': Number.MAX_VALUE,
  'a number that JSON rounds': 2 ** 60,
  'a number below zero': -1,
  'an object': { toString: 1, valueOf: 1 },
  'a list of lists': [[['PX-12345']]],
  yes: true,
  nothing: null,
  'a day of the year 9999': '9999-12-31 23:59:59 -12:00',
  'a day before the shop': '1970-01-01 00:00:00',
  'a day that is none': '2026-02-31 25:61:00',
  'the year zero': '0000-01-01 00:00:00',
  'an address of this machine': 'http://127.0.0.1:1/slip',
  'an address that is none': 'https://[',
  'a status that nobody knows': 'Held by the pigeons of Gujranwala',
};

/** What says that a call went well: changed, it is a refusal and nothing else is read. */
const SAYS_YES = ['statusCode', 'status', 'message'];

const replaced = (answer: unknown, value: unknown, depth = 0): unknown => {
  if (Array.isArray(answer)) return answer.map((inner) => replaced(inner, value, depth + 1));
  if (typeof answer !== 'object' || answer === null) return value;
  return Object.fromEntries(
    Object.entries(answer).map(([name, inner]) => [
      name,
      depth === 0 && SAYS_YES.includes(name) ? inner : replaced(inner, value, depth + 1),
    ]),
  );
};

/** Lists made longer by copies of their first entry, each with texts of its own. */
const lengthened = (answer: unknown, times: number): unknown => {
  if (Array.isArray(answer))
    return answer.length > 0 ? Array.from({ length: times }, (_, n) => renamed(answer[0], `Pigeons, house ${n}`)) : answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, inner]) => [name, lengthened(inner, times)]));
};

const LABELS = ['transactionStatusMessage', 'Staus', 'Status', 'status', 'orderRefNumber', 'booked_packet_order_id'];

const renamed = (entry: unknown, label: string): unknown =>
  typeof entry === 'object' && entry !== null
    ? Object.fromEntries(
        Object.entries(entry).map(([name, inner]) => [
          name,
          LABELS.includes(name) ? label : Array.isArray(inner) ? inner.map((deep) => renamed(deep, label)) : inner,
        ]),
      )
    : entry;

const emptied = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, inner]) => [name, emptied(inner)]));
};

/** `1e999` in JSON is a number that JavaScript writes as null. */
const written = (answer: unknown) => JSON.stringify(answer).replaceAll('1.7976931348623157e+308', '1e999');

/** Each way of answering wrongly: its name, and what becomes of a right answer. */
export const HOSTILE_ANSWERS: [name: string, rewrite: (answer: unknown) => string][] = [
  ...Object.entries(WHOLE).map(([name, text]): [string, () => string] => [name, () => text]),
  ...Object.entries(VALUES).map(([name, value]): [string, (answer: unknown) => string] => [
    `${name} in each place`,
    (answer) => written(replaced(answer, value)),
  ]),
  ['15,001 of each list', (answer) => written(lengthened(answer, 15_001))],
  ['150 of each list', (answer) => written(lengthened(answer, 150))],
  ['empty lists', (answer) => written(emptied(answer))],
];
