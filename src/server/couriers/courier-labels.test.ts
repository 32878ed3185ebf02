import { expect, test } from 'vitest';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import { MEANINGS, meaningText } from '#domain/couriers/parcel-status.ts';
import { labelKey, readLabel, statusesOf } from './courier-labels.ts';

test('every label of every mapping is spelt as it is compared, and means something', () => {
  for (const adapter of ADAPTERS) {
    for (const [label, entry] of Object.entries(statusesOf(adapter).labels)) {
      expect(labelKey(label)).toBe(label);
      expect(MEANINGS).toContain(readLabel(adapter, { label: label.toUpperCase() }));
      if (entry !== 'attempted') expect(readLabel(adapter, { label })).toBe(entry);
    }
  }
});

test.each([
  ['Attempt Made: RFD (Refused to Deliver)', '0013', 'attempted:refused'],
  ['Attempted', '', 'attempted:other'],
  ['  out-for  DELIVERY ', '', 'out_for_delivery'],
  ['At Merchant’s Warehouse', '', 'booked'],
  ['A new sentence', '0005', 'delivered'],
  ['A new sentence', '', null],
  ['constructor', 'toString', null],
])('PostEx means by %j and code %j: %s', (label, code, meaning) => {
  expect(readLabel('postex', { label, code })).toBe(meaning);
});

test('what staff explained counts before any mapping', () => {
  expect(readLabel('trax', { label: 'Held by Customs!' }, { 'held by customs': 'lost' })).toBe('lost');
});

test('a meaning has words', () => {
  expect(MEANINGS.map(meaningText)).toContain('Attempted: incomplete address');
  expect(new Set(MEANINGS.map(meaningText)).size).toBe(MEANINGS.length);
});
