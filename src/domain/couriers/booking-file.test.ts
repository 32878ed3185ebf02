import { describe, expect, test } from 'vitest';
import { bookingFile, DEFAULT_MAPPING, type FileMapping, kilograms, localPhone, type ParcelToBook } from './booking-file.ts';

const PARCEL: ParcelToBook = {
  reference: 'SHP-1001',
  orderNumber: 'ORD-1001',
  name: '=cmd|Ayesha',
  phone: '+923001234567',
  address: 'House 12,\nStreet "4"',
  city: 'LAHORE',
  cityCode: 'LHE',
  collect: 2147.5,
  grams: 1001,
  pieces: 3,
  pickupCode: '',
  bookedFrom: '2026-11-26',
};

describe('the file for a portal', () => {
  test('has its columns in its order, and fixed texts', () => {
    const mapping: FileMapping = {
      ...DEFAULT_MAPPING,
      columns: [
        { header: 'Service', text: 'Overnight' },
        { header: 'Ref #', field: 'reference' },
        { header: 'COD', field: 'collect' },
      ],
    };
    expect(bookingFile(mapping, [PARCEL])).toBe('\uFEFFService,Ref #,COD\r\nOvernight,SHP-1001,2147.5\r\n');
  });

  test('runs nothing in a spreadsheet, and says what is in the parcel', () => {
    const [, row = ''] = bookingFile(DEFAULT_MAPPING, [PARCEL]).split('\r\n');
    expect(row).not.toMatch(/(^|,)"?=/);
    expect(row).toContain('"House 12, Street ""4""",LAHORE,2147.5,1.01,3,Artificial jewellery / fashion accessories');
  });

  test('opened in a spreadsheet keeps the first zero of a phone, which a portal that refuses the dash gets as digits', () => {
    const mapping: FileMapping = {
      ...DEFAULT_MAPPING,
      columns: [
        { header: 'Phone', field: 'phone' },
        { header: 'Mobile', field: 'phoneDigits' },
      ],
    };
    expect(bookingFile(mapping, [PARCEL]).split('\r\n')[1]).toBe('0300-1234567,03001234567');
    expect(bookingFile(mapping, [{ ...PARCEL, phone: '+971501234567' }]).split('\r\n')[1]).toBe('971501234567,971501234567');
  });

  test('has phones as couriers dial them, and weights that are never below the real one', () => {
    expect([localPhone('+923001234567'), kilograms(240), kilograms(1001)]).toEqual(['03001234567', '0.24', '1.01']);
  });
});
