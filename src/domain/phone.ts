import { normalized } from './text.ts';

/** The one or two numbers in a phone field as a courier can dial them, or what is wrong with it. */
export type ReadPhones = { phone: string; secondPhone: string | null } | { error: string };

export const NO_PHONE = 'Enter a valid phone number';
export const WRONG_MOBILE = 'A Pakistani mobile number has 11 digits: 03xx xxxxxxx';
export const WRONG_LANDLINE = 'A Pakistani landline number has 10 or 11 digits with its area code: 021 xxxxxxxx';
export const TOO_MANY_PHONES = 'Enter at most two phone numbers';

/** What E.164 allows, and the shortest local numbers. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/** Two numbers with everything that may stand in and around them. What is longer is no phone, and is not read. */
const MAX_TYPED = 200;

/** Between the digits of one number: spaces, dashes of any length, dots, slashes, brackets. */
const SEPARATORS = /[\s\p{Pd}−./\\()[\]{}_·•]/u;

/** Between two numbers. A slash may also stand inside of one (0300/1234567). */
const BETWEEN_NUMBERS = /[/\\,،;؛|&\n]|\s(?:or|and|aur|ya|یا|اور)\s/iu;

const READABLE = /^[\d+\s\p{Pd}−./\\()[\]{}_·•,،;؛|&]+$/u;

/**
 * Reads a phone field: Urdu and Arabic digits, invisible marks, any dashes, slashes and brackets. Pakistani numbers become `+92…` however
 * their prefix is written, others keep their 7–15 digits. Finds two numbers in one field.
 */
export function readPhones(typed: string): ReadPhones {
  const text = plainText(typed);
  const parts = text.split(BETWEEN_NUMBERS).filter((part) => /\S/.test(part));
  if (!parts.length || !parts.every((part) => READABLE.test(part))) return { error: NO_PHONE };

  const single = readNumber(text);
  if ('phone' in single) return { phone: single.phone, secondPhone: null };
  const read = parts.map(readNumber);
  const phones = read.flatMap((part) => ('phone' in part ? [part.phone] : []));
  if (parts.length > 2 && phones.length === parts.length) return { error: TOO_MANY_PHONES };
  if (parts.length === 2 && phones.length === 2) return pairOf(phones);
  const wrong = read.find((part) => 'error' in part && part.error !== NO_PHONE);
  return readRunTogether(text) ?? (wrong as { error: string } | undefined) ?? single;
}

/** A phone number in the stored form, the first of two, or null for anything else. */
export function normalizePhone(typed: string): string | null {
  const read = readPhones(typed);
  return 'phone' in read ? read.phone : null;
}

/** A phone number as WhatsApp knows it: country code and number, digits only. Takes any spelling. */
export function whatsappNumber(phone: string): string {
  return (normalizePhone(phone) ?? phone).replace(/\D/g, '');
}

/**
 * A stored phone number as it survives a spreadsheet, which takes `+923001234567` for a number and `0300…` for one without its zero: `0300-1234567`, others with 00.
 * `normalizePhone` makes the stored form of it again; what is no stored number stays as it is.
 */
export function spreadsheetPhone(phone: string): string {
  if (!/^\+?\d{7,15}$/.test(phone)) return phone;
  return phone.replace(/^\+(?:92)?/, (code) => (code === '+92' ? '0' : '00')).replace(/^\d{4}/, '$&-');
}

/** Writes Urdu and Arabic digits as 0–9. */
export function latinDigits(typed: string): string {
  return typed
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

/** Converts digits and removes invisible characters; empty for what is too long to be read. */
function plainText(typed: string): string {
  if (typed.length > MAX_TYPED) return '';
  return normalized(latinDigits(typed), 'NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/^\s*tel:/i, '')
    .trim();
}

/** The digits that every spelling of a phone shares, or of its part: without country code and leading zero. Null for what is no part of a phone. */
export function phoneDigits(typed: string): string | null {
  const whole = normalizePhone(typed);
  if (whole) return whole.replace(/^\+(?:92)?/, '');
  const bare = withoutSeparators(plainText(typed));
  if (!/^\+?\d+$/.test(bare)) return null;
  return bare.replace(/^\+/, '').replace(/^(?:0092|92(?=3)|0)/, '') || null;
}

type ReadNumber = { phone: string } | { error: string };

function readNumber(text: string): ReadNumber {
  const bare = withoutSeparators(text);
  return /^\+?\d+$/.test(bare) ? readDigits(bare) : { error: NO_PHONE };
}

function withoutSeparators(text: string): string {
  return [...text].filter((character) => !SEPARATORS.test(character)).join('');
}

/** Takes digits, with or without a plus before them. */
function readDigits(bare: string): ReadNumber {
  const hasPlus = bare.startsWith('+');
  const digits = bare.replace(/^\+/, '');
  // No country code begins with 0: extra zeros were typed out of habit.
  if (/^003[0134]\d{8}$/.test(digits)) return { error: WRONG_MOBILE };
  if (digits.startsWith('00')) return readDigits(`+${digits.replace(/^0+/, '')}`);
  if (digits.startsWith('0')) return readNational(digits.replace(/^092(?=3\d{9}$)/, '0').slice(1));
  if (hasPlus && digits.startsWith('92')) return readNational(digits.slice(2).replace(/^0/, ''));
  if (hasPlus) return readForeign(bare, digits);

  // Without plus or zero, only the length distinguishes a country code from the same digits in a local number.
  if (/^920?[2-9]\d{8,9}$/.test(digits)) return readNational(digits.slice(2).replace(/^0/, ''));
  if (/^92[03]\d{7,}$/.test(digits)) return { error: WRONG_MOBILE };
  if (/^3\d{9}$/.test(digits)) return { phone: `+92${digits}` };
  if (/^3(?:\d{8}|\d{10})$/.test(digits)) return { error: WRONG_MOBILE };
  return readForeign(bare, digits);
}

/** A number inside of Pakistan, without its leading zero. */
function readNational(national: string): ReadNumber {
  if (national.startsWith('3')) {
    return national.length === 10 ? { phone: `+92${national}` } : { error: WRONG_MOBILE };
  }
  const isLandline = /^[2-9]\d{8,9}$/.test(national);
  // Numbers of companies, the same in every city: 042 111 000 111.
  const isUniversal = /^[2-9]\d{1,2}111\d{6}$/.test(national);
  return isLandline || isUniversal ? { phone: `+92${national}` } : { error: WRONG_LANDLINE };
}

function readForeign(bare: string, digits: string): ReadNumber {
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS ? { phone: bare } : { error: NO_PHONE };
}

/** Two numbers with only a space, a dash or nothing between them: cut where both halves are complete. */
function readRunTogether(text: string): ReadPhones | undefined {
  const bare = text.replace(/[^\d+]/g, '');
  for (let cut = MIN_DIGITS; cut <= bare.length - MIN_DIGITS; cut += 1) {
    const halves = [bare.slice(0, cut), bare.slice(cut)].map(readNumber);
    const phones = halves.flatMap((half) => ('phone' in half && half.phone.startsWith('+') ? [half.phone] : []));
    if (phones.length === 2) return pairOf(phones);
  }
  return undefined;
}

function pairOf([phone = '', second = '']: string[]): ReadPhones {
  return { phone, secondPhone: second === phone ? null : second };
}
