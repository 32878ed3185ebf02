/** Phones in the text of a chat. */
import { readPhones } from '#domain/phone.ts';

/** Digits and what people write between them, long enough for a phone. */
const DIGITS = /(^|[^\p{L}\d@#./-])(\+?\(?\d(?:[\s\p{Pd}−./()_]{0,3}\d){8,14})(?![\p{L}\d])/gu;

/** The phones of a text and the text without them. Only what is certainly a phone: a Pakistani number, or a foreign one with its plus or its label. */
export function phonesIn(text: string, isLabelled = false): { phones: string[]; rest: string } {
  const phones: string[] = [];
  const take = (digits: string) => {
    const read = readPhones(digits);
    if ('error' in read) return digits;
    const found = [read.phone, ...(read.secondPhone ? [read.secondPhone] : [])];
    if (!found.every((phone) => isLabelled || isCertain(phone, digits))) return digits;
    phones.push(...found);
    return ', ';
  };
  const whole = readPhones(text);
  if (!('error' in whole) && take(text) === ', ') return { phones, rest: '' };
  const rest = text.replace(DIGITS, (_, before: string, digits: string) => before + take(digits));
  return { phones, rest: phones.length > 0 ? rest.replace(/[(（]\s*[)）]/g, ' ') : rest };
}

/** Thirteen digits may be an identity card, ten a product's code: without plus or zero only a mobile number is certain. */
function isCertain(phone: string, typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (!phone.startsWith('+')) return false;
  return typed.trim().startsWith('+') || digits.startsWith('0') || /^(?:92)?3[0-5]\d{8}$/.test(digits);
}
