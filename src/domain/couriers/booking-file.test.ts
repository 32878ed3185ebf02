import { describe, expect, test } from 'vitest';
import {
  bookingFile,
  DEFAULT_MAPPING,
  type FileMapping,
  kilograms,
  localPhone,
  type ParcelToBook,
  readAnswerFile,
} from './booking-file.ts';

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

  test('has phones as couriers dial them, and weights that are never below the real one', () => {
    expect([localPhone('+923001234567'), kilograms(240), kilograms(1001)]).toEqual(['03001234567', '0.24', '1.01']);
  });
});

describe('the answer of a portal', () => {
  test('is read by its headers, however they are spaced, and each line that cannot be read says why', () => {
    const rows = [
      ['tracking  Number', 'City', ' REFERENCE'],
      ["'22410000000017", 'Lahore', 'SHP-1001'],
      ['2.241E+13', 'Lahore', 'SHP-1002'],
      ['22410000000017', 'Lahore', 'SHP-1003'],
      ['', 'Lahore', 'SHP-1004'],
      ['', '', ''],
      ['22410000000018', '', ''],
    ];
    expect(readAnswerFile(DEFAULT_MAPPING, rows)).toEqual([
      { line: 2, reference: 'SHP-1001', trackingNumber: '22410000000017' },
      { line: 3, problem: 'The tracking number of SHP-1002 was spoilt by Excel (2.241E+13). Save it as text.' },
      { line: 4, problem: '22410000000017 stands here twice' },
      { line: 5, problem: 'SHP-1004 has no tracking number' },
      { line: 7, problem: 'No reference' },
    ]);
  });

  test('without one of its columns is refused by the name of the column', () => {
    expect(() => readAnswerFile(DEFAULT_MAPPING, [['Reference']])).toThrow('The file has no column “Tracking number”');
  });
});
