import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { scaleDrawing } from '#features/product/to-scale.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();
const pieces: Product[] = (await shop.call('GET', '/api/products')).json.data;

/** Millimetres between which a measure of the trade lies, by category. */
const PLAUSIBLE: Record<string, Partial<Record<'lengthMm' | 'widthMm' | 'innerMm' | 'chainMm', [number, number]>>> = {
  earrings: { lengthMm: [5, 95], widthMm: [5, 60] },
  rings: { lengthMm: [2, 30], widthMm: [2, 30], innerMm: [14, 23] },
  bracelets: { lengthMm: [2, 70], innerMm: [50, 72], chainMm: [150, 220] },
  watches: { lengthMm: [20, 50], widthMm: [20, 45], chainMm: [160, 260] },
  necklaces: { chainMm: [320, 800] },
  sets: { chainMm: [320, 800] },
  pendant: { lengthMm: [8, 60], chainMm: [380, 800] },
};

test('every piece of the demo says what it weighs, what is in the box, what it is for and how to keep it', () => {
  expect(pieces).toHaveLength(35);
  for (const { name, weightGrams, inTheBox, occasions, care } of pieces) {
    expect(weightGrams, name).toBeGreaterThan(1);
    expect(weightGrams, name).toBeLessThan(400);
    for (const fact of [inTheBox, occasions, care]) expect(fact.length, name).toBeGreaterThan(0);
  }
});

test('its measures are those of its kind, and drawn unless they depend on the size', () => {
  for (const piece of pieces) {
    for (const [measure, [least, most]] of Object.entries(PLAUSIBLE[piece.category] ?? {})) {
      const value = piece[measure as 'lengthMm'];
      if (value === null) continue;
      expect(value, `${piece.name} ${measure}`).toBeGreaterThanOrEqual(least);
      expect(value, `${piece.name} ${measure}`).toBeLessThanOrEqual(most);
    }
    if (!scaleDrawing(piece)) expect(piece.name).toBe('Twisted Gold Hoop Earrings');
  }
});

test('earrings, also in a set, the nath and cosmetics are not taken back, everything else is', () => {
  const excluded = pieces.filter(({ noReturns }) => noReturns);
  const others = excluded.filter(({ category }) => !['earrings', 'cosmetics'].includes(category));
  expect(others.map(({ name }) => name)).toEqual([
    'Emerald Princess Necklace Set',
    'Kundan Bridal Nath',
    'Pearl Pendant Necklace Set',
    'Ruby Teardrop Necklace Set',
  ]);
  expect(excluded).toHaveLength(
    pieces.filter(({ category }) => ['earrings', 'cosmetics'].includes(category)).length + others.length,
  );
});
