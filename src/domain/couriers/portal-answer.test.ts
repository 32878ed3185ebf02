import { expect, test } from 'vitest';
import { DEFAULT_MAPPING } from './booking-file.ts';
import { readPortalAnswer } from './portal-answer.ts';

const read = (text: string) => readPortalAnswer(text, DEFAULT_MAPPING);
const linesIn = (text: string) => {
  const found = read(text);
  return 'lines' in found ? found.lines : found.error;
};

test('a file is read by its headers, however they are spelt and whatever stands around them', () => {
  const file = [
    '\uFEFFKangaroo,,',
    'tracking  NUMBER,City,reference',
    '\'22410000000017,"Lahore, Gulberg\nBlock 5",SHP-1001',
    '',
    '2241 0000 0000 18,Lahore,SHP-1002',
  ].join('\r\n');
  expect(linesIn(file)).toEqual([
    { line: 3, reference: 'SHP-1001', trackingNumber: '22410000000017' },
    { line: 5, reference: 'SHP-1002', trackingNumber: '22410000000018' },
  ]);
});

test.each([
  ['two columns from Excel', 'SHP-1001\tKC 1\nORD-7\tKC2'],
  ['in the other order', 'KC 1\tSHP-1001\nKC2\tORD-7'],
  ['with headings of their own', 'Our number;Their number\nSHP-1001;KC 1\nORD-7;KC2'],
  ['written by hand', 'SHP-1001 KC 1\nORD-7   KC2'],
])('%s are a parcel a line', (_, text) => {
  const pairs = linesIn(text) as { reference: string; trackingNumber: string }[];
  expect(pairs.map(({ reference, trackingNumber }) => [reference, trackingNumber])).toEqual([
    ['SHP-1001', 'KC1'],
    ['ORD-7', 'KC2'],
  ]);
});

test('a line that cannot be read, contradicts another one or repeats it says so, and none is guessed', () => {
  const text = [
    'SHP-1\tKC-1',
    'SHP-2\tkc-1',
    'SHP-3\tKC-3',
    'shp-3\tKC-4',
    'SHP-5\t2.241E+13',
    'SHP-6\t',
    'SHP-7\tORD-7',
    'SHP-8\tKC-8',
    'SHP-8\tKC-8',
  ].join('\n');
  expect(linesIn(text)).toEqual([
    { line: 1, problem: 'KC-1 stands here for two parcels: lines 1, 2' },
    { line: 2, problem: 'kc-1 stands here for two parcels: lines 1, 2' },
    { line: 3, problem: 'SHP-3 has two tracking numbers here: lines 3, 4' },
    { line: 4, problem: 'shp-3 has two tracking numbers here: lines 3, 4' },
    { line: 5, problem: expect.stringContaining('Excel cut the tracking number of SHP-5 short (2.241E+13)') },
    { line: 6, problem: 'SHP-6 has no tracking number' },
    { line: 7, problem: 'SHP-7 and ORD-7 are both numbers of ours' },
    { line: 8, reference: 'SHP-8', trackingNumber: 'KC-8' },
    { line: 9, problem: 'SHP-8 repeats line 8' },
  ]);
});

test('what is no table of numbers is refused as a whole', () => {
  expect(linesIn('  ')).toBe('Paste the numbers, or choose the file of the portal');
  expect(linesIn('PK\u0003\u0004')).toContain('This is no text');
  expect(linesIn('a,b,c\n1,2,3')).toContain('none of them is called “Reference” and “Tracking number”');
  expect(linesIn('Reference,Tracking number\n')).toBe('There are only headings');
  expect(linesIn('SHP-1\tKC-1\n'.repeat(2_001))).toBe('At most 2,000 lines can be read at once');
});
