import { type DigitGroup, digitRuns } from './plain-digits.ts';

/** A number, address or link in a text, by which somebody can be reached or paid. */
export interface Contact {
  kind: 'phone' | 'account' | 'link' | 'email';
  /** The same for every spelling. */
  value: string;
  /** Where it stands in the folded text. */
  start: number;
  end: number;
}

const MOBILE = /^(?:0{0,2}92|0)?0?(3\d{9})$/;
const LANDLINE = /^0([24-9]\d{8,9}|[24-9]\d{1,2}111\d{6})$/;
const OF_PAKISTAN = /^92([24-9]\d{8,9}|[24-9]\d{1,2}111\d{6})$/;
const FOREIGN = /^(?:00)?([1-9]\d{8,14})$/;

/** More than any number has. */
const MAX_DIGITS = 17;

/** Words before the number of an account. */
const ACCOUNT_WORDS =
  /account|acct|\ba\/c|iban|raast|easy ?paisa|jazz ?cash|sada ?pay|naya ?pay|upaisa|اکاؤنٹ|اکاونٹ|ایزی ?پیسہ|جاز ?کیش|راست/;
const WORDS_BEFORE = 40;

/** Phones and numbers of accounts in a folded text. Prices, sizes, dates and codes of pieces are none. */
export function findNumbers(text: string): Contact[] {
  const ibans = findIbans(text);
  const others = digitRuns(text).flatMap((run) => numbersOf(run, text));
  return [...ibans, ...others.filter(({ start }) => !ibans.some((iban) => start >= iban.start && start < iban.end))];
}

function numbersOf(run: DigitGroup[], text: string): Contact[] {
  const found: Contact[] = [];
  for (let at = 0; at < run.length; ) {
    const number = phoneAt(run, at) ?? accountAt(run, at, text);
    if (number) found.push(number.contact);
    at = number ? number.next : at + 1;
  }
  return found;
}

interface Found {
  contact: Contact;
  /** The group behind it. */
  next: number;
}

/** The phone that begins with a group and ends with one. */
function phoneAt(run: DigitGroup[], at: number): Found | undefined {
  const first = run[at] as DigitGroup;
  if (isDate(run, at)) return undefined;
  let digits = '';
  let foreign: Found | undefined;
  for (let to = at; to < run.length; to += 1) {
    const group = run[to] as DigitGroup;
    if (to > at && group.hasPlus) break;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) break;
    const groups = run.slice(at, to + 1).map((each) => each.digits.length);
    const found = (value: string): Found => ({
      contact: { kind: 'phone', value, start: first.start, end: group.end },
      next: to + 1,
    });
    const national = nationalOf(digits, groups, first.hasPlus);
    if (national) return found(`+92${national}`);
    const abroad = first.hasPlus || first.digits.startsWith('00') ? FOREIGN.exec(digits)?.[1] : undefined;
    if (abroad) foreign = found(`+${abroad}`);
  }
  return foreign;
}

/** A number inside of Pakistan without its zero. Takes the digits, how many stand together, and whether a plus stands before them. */
function nationalOf(digits: string, groups: number[], hasPlus: boolean): string | undefined {
  const mobile = MOBILE.exec(digits)?.[1];
  // Without a zero or a country code, sizes and prices look like one, unless it is written as phones are.
  if (mobile) return digits.length > 10 || hasPlus || groups.length === 1 || groups.join() === '3,7' ? mobile : undefined;
  if (hasPlus) return OF_PAKISTAN.exec(digits.replace(/^920/, '92'))?.[1];
  // Its area code stands by itself, or every digit does.
  const isSpelled = (groups[0] ?? 0) > 2 || groups.every((length) => length === 1);
  const landline = isSpelled ? LANDLINE.exec(digits)?.[1] : undefined;
  // The numbers of companies, the same in every city: 111 000 111.
  return landline ?? (groups.join() === '3,3,3' && digits.startsWith('111') ? digits : undefined);
}

/** `05.11.2026` */
function isDate(run: DigitGroup[], at: number): boolean {
  const [day, month, year] = run.slice(at, at + 3).map(({ digits }) => digits);
  return year !== undefined && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12 && /^20\d\d$/.test(year);
}

/** So many digits are no code of a piece; fewer are an account where words say so. */
const CERTAIN_DIGITS = 14;
const NAMED_DIGITS = 8;

function accountAt(run: DigitGroup[], at: number, text: string): Found | undefined {
  const first = run[at] as DigitGroup;
  const found = (digits: string, to: number): Found => ({
    contact: { kind: 'account', value: digits, start: first.start, end: (run[to] as DigitGroup).end },
    next: to + 1,
  });
  if (first.digits.length >= CERTAIN_DIGITS) return found(first.digits, at);
  if (!ACCOUNT_WORDS.test(text.slice(Math.max(0, first.start - WORDS_BEFORE), first.start))) return undefined;
  const digits = run
    .slice(at)
    .map((group) => group.digits)
    .join('');
  return digits.length >= NAMED_DIGITS ? found(digits, run.length - 1) : undefined;
}

const IBAN_LENGTH = 24;

/** IBANs of Pakistan, however they are spaced. */
function findIbans(text: string): Contact[] {
  const found: Contact[] = [];
  for (const { index: start } of text.matchAll(/p(?=[^a-z\d]{0,3}k)/g)) {
    const [, signs = ''] = /^((?:[a-z\d][^a-z\d]{0,3}){23}[a-z\d])/.exec(text.slice(start, start + IBAN_LENGTH * 4)) ?? [];
    const value = signs.replace(/[^a-z\d]/g, '').toUpperCase();
    if (/^PK\d{2}[A-Z]{4}[A-Z\d]{16}$/.test(value)) found.push({ kind: 'account', value, start, end: start + signs.length });
  }
  return found;
}
