import { describe, expect, test } from 'vitest';
import { crc16, raastCode } from './raast.ts';

const IBAN = 'PK36SCBL0000001123456702';

/** Reads a code back as an app does: by tag and length. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    fields[code.slice(at, at + 2)] = code.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe(0x29b1);
  expect(crc16('')).toBe(0xffff);
});

describe('a Raast code', () => {
  test('names the account and leaves the amount to the payer', () => {
    const code = raastCode({ iban: IBAN });
    expect(code.slice(0, -4)).toBe(`0002020102110202300424${IBAN}1004`);
    expect(fieldsOf(code)).toEqual({ '00': '02', '01': '11', '02': '30', '04': IBAN, 10: code.slice(-4) });
  });

  test('with an amount and an end is for one payment', () => {
    const code = raastCode({ iban: IBAN, amount: 3450, expiresAt: new Date('2026-12-31T19:05:00Z') });
    expect(fieldsOf(code)).toMatchObject({ '01': '12', '05': '3450', '07': '010120270005' });
  });

  test.each([
    [0.5, '0.50'],
    [2999.1, '2999.10'],
    [0.1 + 0.2, '0.30'],
    [200_000, '200000'],
  ])('writes Rs %d as %s', (amount, text) => {
    expect(fieldsOf(raastCode({ iban: IBAN, amount }))['05']).toBe(text);
  });

  test('ends with the checksum of everything before it, in four capitals', () => {
    for (let amount = 1; amount <= 300; amount += 1) {
      const code = raastCode({ iban: IBAN, amount });
      expect(code).toMatch(/1004[0-9A-F]{4}$/);
      expect(Number.parseInt(code.slice(-4), 16)).toBe(crc16(code.slice(0, -4)));
    }
  });
});
