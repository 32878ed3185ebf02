import { describe, expect, test } from 'vitest';
import { dayOf, isYes, paisaOf, textOf, timeOf } from './read-values.ts';

test.each([
  ['2,299.00', 229_900],
  ['Rs. 45.98', 4_598],
  ['PKR 35.58', 3_558],
  [222.4, 22_240],
  [1.15, 115],
  ['-257.98', -25_798],
  ['0', 0],
  ['45.985', 4_599],
  ['null', null],
  [null, null],
  ['12.2.4', null],
  ['two', null],
])('%j is %j paisa', (value, paisa) => {
  expect(paisaOf({ value }, 'value')).toBe(paisa);
});

describe('a time', () => {
  test.each([
    ['2026-11-26T10:15:30.123', '2026-11-26T05:15:30.000Z'],
    ['2026-11-26 00:30:00', '2026-11-25T19:30:00.000Z'],
    ['26/11/2026 02:13 PM', '2026-11-26T09:13:00.000Z'],
    ['26/11/2026 12:15 AM', '2026-11-25T19:15:00.000Z'],
    ['26-11-2026 12:15 PM', '2026-11-26T07:15:00.000Z'],
    ['Saturday Oct 18, 2025 17:29', '2025-10-18T12:29:00.000Z'],
    ['Oct 18, 2025', '2025-10-17T19:00:00.000Z'],
    ['2026-11-26', '2026-11-25T19:00:00.000Z'],
    ['2026-11-26T10:15:30Z', '2026-11-26T10:15:30.000Z'],
    ['2026-11-26T10:15:30+0000', '2026-11-26T10:15:30.000Z'],
    ['2026-11-26T25:15:30', null],
    ['yesterday', null],
    ['null', null],
  ])('written %j is %j', (at, utc) => {
    expect(timeOf({ at }, 'at')).toBe(utc);
  });

  test('keeps its day in Pakistan', () => {
    expect([dayOf({ at: '30-11-2026' }, 'at'), dayOf({ at: 'Nov 30, 2026' }, 'at'), dayOf({ at: '' }, 'at')]).toEqual([
      '2026-11-30',
      '2026-11-30',
      null,
    ]);
  });
});

test('a text is the first that is one, and “null” is none', () => {
  expect(textOf({ Staus: 'null', Status: ' Delivered ' }, 'Staus', 'Status')).toBe('Delivered');
  expect(textOf({ number: 22_241 }, 'number')).toBe('22241');
  expect([
    isYes({ a: '1' }, 'a'),
    isYes({ a: true }, 'a'),
    isYes({ a: 'Paid' }, 'a'),
    isYes({ a: '0' }, 'a'),
    isYes({}, 'a'),
  ]).toEqual([true, true, true, false, false]);
});
