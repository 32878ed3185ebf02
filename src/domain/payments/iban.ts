import { latinDigits } from '#domain/phone.ts';
import { normalized } from '#domain/text.ts';

/** PK, two check digits, four letters of the bank, sixteen letters or digits of the account (ISO 13616). */
const LENGTH = 24;

export type ReadIban = { iban: string } | { error: string };

/** Reads a typed Pakistani IBAN: spaces, dashes, lower case, Urdu digits and the word IBAN before it do not matter. Says what is wrong with another one. */
export function readIban(typed: string): ReadIban {
  const bare = normalized(latinDigits(typed), 'NFKC')
    .replace(/[\s\p{Cf}\p{Pd}.:]/gu, '')
    .toUpperCase()
    .replace(/^IBAN/, '');
  if (!bare) return { error: 'Enter the IBAN' };
  if (!/^[0-9A-Z]+$/.test(bare)) return { error: 'An IBAN has only letters and digits' };
  if (/^\d+$/.test(bare)) return { error: 'This is an account number. The IBAN begins with PK: your bank’s app shows it, too.' };
  if (!bare.startsWith('PK')) return { error: 'A Pakistani IBAN begins with PK' };
  if (bare.length !== LENGTH) return { error: `A Pakistani IBAN has ${LENGTH} characters, this one has ${bare.length}` };
  if (!/^PK\d\d[A-Z]{4}/.test(bare)) return { error: 'After PK come two digits, then four letters that name the bank' };
  if (remainderOf(bare) !== 1)
    return { error: 'A character is wrong: the check digits do not fit. Compare it with your bank’s app.' };
  return { iban: bare };
}

/** An IBAN in groups of four, as banks print it. */
export function formatIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, '$& ');
}

/** The first four characters behind the others, letters as 10 to 35, modulo 97 (ISO 7064): 1 for a right one. */
function remainderOf(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
