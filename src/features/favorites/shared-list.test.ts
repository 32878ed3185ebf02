import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_SHARED, parseSharedList, sharedListPath } from './shared-list.ts';

const RING = '68f0a1000000000000000213';
const CHOKER = `ff${'0'.repeat(20)}fe`;
const hashOf = (ids: string[]) => sharedListPath(ids).replace('/favorites', '');

test('a link holds the pieces, newest first, and 16 letters for each', () => {
  expect(sharedListPath([RING, CHOKER])).toMatch(/^\/favorites#list=[\w-]{32}$/);
  expect(parseSharedList(hashOf([RING, CHOKER]))).toEqual({ ids: [CHOKER, RING], isDamaged: false });
});

test('every list comes out as it went in', () => {
  const id = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: MAX_SHARED }), (ids) => {
      expect(parseSharedList(hashOf(ids))).toEqual({ ids: [...ids].reverse(), isDamaged: false });
    }),
  );
});

test('drafts stay at home, and of many pieces the newest go', () => {
  expect(parseSharedList(hashOf(['c_1', RING]))?.ids).toEqual([RING]);
  const many = Array.from({ length: 100 }, (_, place) => place.toString(16).padStart(24, '0'));
  const { ids = [] } = parseSharedList(hashOf(many)) ?? {};
  expect(ids).toEqual(many.slice(-MAX_SHARED).reverse());
});

test('other addresses hold no list', () => {
  for (const hash of ['', '#', '#main', '#lists=x', '#?list=x']) expect(parseSharedList(hash)).toBeUndefined();
});

test('of a link that was cut, changed or written twice the readable pieces are left', () => {
  const whole = hashOf([RING, CHOKER]);
  expect(parseSharedList(whole.slice(0, -1))).toEqual({ ids: [CHOKER], isDamaged: true });
  expect(parseSharedList(`${hashOf([RING])}${'!'.repeat(16)}`)).toEqual({ ids: [RING], isDamaged: true });
  expect(parseSharedList(`${hashOf([RING])}${hashOf([RING]).slice('#list='.length)}`)?.ids).toEqual([RING]);
});

test('nonsense is a list without pieces, however long', () => {
  const longest = hashOf([RING]) + 'A'.repeat(100_000);
  expect(parseSharedList(longest)).toMatchObject({ isDamaged: true });
  expect(parseSharedList(longest)?.ids.length).toBeLessThanOrEqual(MAX_SHARED);
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const id of parseSharedList(`#list=${text}`)?.ids ?? []) expect(id).toMatch(/^[0-9a-f]{24}$/);
    }),
  );
  for (const text of ['', 'x', '<script>', '%E0%A4%A', 'ب'.repeat(16)])
    expect(parseSharedList(`#list=${text}`)).toEqual({ ids: [], isDamaged: true });
});
