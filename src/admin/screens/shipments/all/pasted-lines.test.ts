import { describe, expect, test } from 'vitest';
import { isColumnAlone, readNumbers, readTrackingLines } from './pasted-lines.ts';

const pairs = (text: string, selected: string[] = []) =>
  readTrackingLines(text, selected).map(({ parcel, trackingNumber, problem }) => [parcel, trackingNumber, problem]);

describe('tracking numbers beside their parcels', () => {
  test.each([
    ['ORD-10042\tTCS7712', 'ORD-10042', 'TCS7712'],
    ['ORD-10042,TCS7712', 'ORD-10042', 'TCS7712'],
    ['ORD-10042; TCS7712;', 'ORD-10042', 'TCS7712'],
    ['  ord-10042   TCS7712 ', 'ord-10042', 'TCS7712'],
    ['10042 TCS7712', '10042', 'TCS7712'],
    ['"SHP-1001","KI 7712 345"', 'SHP-1001', 'KI7712345'],
    ['SHP-1001 KI 7712 345', 'SHP-1001', 'KI7712345'],
    ['TCS7712\tORD-10042', 'ORD-10042', 'TCS7712'],
  ])('%o', (pasted, parcel, trackingNumber) => {
    expect(pairs(pasted)).toEqual([[parcel, trackingNumber, '']]);
  });

  test('keep their place, and empty lines are none', () => {
    const read = readTrackingLines('\r\n10042 A1\r\n\r\n\t,\r\n10043 A2\n', []);
    expect(read.map(({ place, parcel }) => [place, parcel])).toEqual([
      [2, '10042'],
      [5, '10043'],
    ]);
  });

  test.each([
    ['ORD-10042', 'No tracking number beside it'],
    ['ORD-10042\tSHP-1001', 'Two numbers of ours, and no tracking number'],
    ['ORD-10042\tTCS1\tLahore', 'More than two columns: paste the number of the order and the tracking number alone'],
    ['ORD-10042\t2.50001E+13', 'A spreadsheet cut this number short: show its column as text, then copy it again'],
    [`ORD-10042\t${'7'.repeat(121)}`, 'At most 120 characters'],
    ['ORD-10042\tTCS\u00007712', 'Contains characters that cannot be used'],
  ])('%o says what is wrong', (pasted, problem) => {
    expect(pairs(pasted).map(([, , said]) => said)).toEqual([problem]);
  });

  test('a line without one among lines with one is told, and the others stay', () => {
    expect(pairs('ORD-10042 A1\nA2', ['SHP-1001'])).toEqual([
      ['ORD-10042', 'A1', ''],
      ['A2', '', 'No tracking number beside it'],
    ]);
  });
});

describe('tracking numbers alone', () => {
  test('are those of the selected parcels, in their order', () => {
    expect(pairs('A1\nA2', ['SHP-1003', 'SHP-1001'])).toEqual([
      ['SHP-1003', 'A1', ''],
      ['SHP-1001', 'A2', ''],
    ]);
  });

  test('too many, or too few, are named', () => {
    expect(pairs('A1\nA2', ['SHP-1'])).toEqual([
      ['SHP-1', 'A1', ''],
      ['', 'A2', 'No selected parcel is left for it'],
    ]);
    expect(pairs('A1', ['SHP-1', 'SHP-2'])).toEqual([
      ['SHP-1', 'A1', ''],
      ['SHP-2', '', 'No tracking number is left for it'],
    ]);
  });

  test.each([
    ['A1\nA2\n', true],
    ['A1\nORD-10042 A2', false],
    ['ORD-10042', false],
    [' \n', false],
  ])('%o: %o', (pasted, isAlone) => {
    expect(isColumnAlone(pasted)).toBe(isAlone);
  });
});

test('numbers of parcels are read from lines and cells; spaces within one stay', () => {
  const numbers = readNumbers('ORD-10042, KI 7712 345\n10043\t1E+13').map(({ place, parcel, problem }) => [
    place,
    parcel,
    problem !== '',
  ]);
  expect(numbers).toEqual([
    [1, 'ORD-10042', false],
    [1, 'KI 7712 345', false],
    [2, '10043', false],
    [2, '1E+13', true],
  ]);
});
