import { describe, expect, test } from 'vitest';
import { formatIban, readIban } from './iban.ts';
import { typedIban } from './iban-field.ts';

/** The example of the registry of IBANs. */
const IBAN = 'PK36SCBL0000001123456702';

const errorOf = (typed: string) => (readIban(typed) as { error: string }).error;

describe('an IBAN', () => {
  test.each([
    IBAN,
    'pk36 scbl 0000 0011 2345 6702',
    ' PK36-SCBL-0000-0011-2345-6702 ',
    'IBAN: PK36SCBL0000001123456702',
    'PK۳۶SCBL0000001123456702',
    'PK36\u00a0SCBL\u200b0000001123456702',
  ])('is read from %j', (typed) => {
    expect(readIban(typed)).toEqual({ iban: IBAN });
    expect(typedIban.parse(typed)).toBe(IBAN);
  });

  test.each([
    ['', 'Enter the IBAN'],
    [' - ', 'Enter the IBAN'],
    ['PK36SCBL00000011234567', 'A Pakistani IBAN has 24 characters, this one has 22'],
    ['PK36SCBL000000112345670202', 'A Pakistani IBAN has 24 characters, this one has 26'],
    ['GB29NWBK60161331926819', 'A Pakistani IBAN begins with PK'],
    ['01123456702', 'This is an account number. The IBAN begins with PK: your bank’s app shows it, too.'],
    ['PK36SCBL0000001123456702;DROP', 'An IBAN has only letters and digits'],
    ['PK36000000000001123456702'.slice(0, 24), 'After PK come two digits, then four letters that name the bank'],
    ['PK36SCBL0000001123456720', 'A character is wrong: the check digits do not fit. Compare it with your bank’s app.'],
  ])('%j is refused in words that help', (typed, error) => {
    expect(errorOf(typed)).toBe(error);
    expect(typedIban.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([error]);
  });

  test('with one wrong character, or two swapped, is never right', () => {
    for (let at = 4; at < IBAN.length; at += 1) {
      const digit = at < 8 ? 'X' : String((Number(IBAN[at]) + 1) % 10);
      expect(errorOf(IBAN.slice(0, at) + digit + IBAN.slice(at + 1)), `at ${at}`).toBeDefined();
      if (IBAN[at] === IBAN[at + 1] || at + 1 === IBAN.length) continue;
      expect(errorOf(`${IBAN.slice(0, at)}${IBAN[at + 1]}${IBAN[at]}${IBAN.slice(at + 2)}`), `swap ${at}`).toBeDefined();
    }
  });

  test('is shown in groups of four', () => {
    expect(formatIban(IBAN)).toBe('PK36 SCBL 0000 0011 2345 6702');
  });
});
