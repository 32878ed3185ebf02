import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '#domain/products/facts.ts';
import { formatLength, sizeText, wornAt } from './measures.ts';
import { scaleDrawing } from './to-scale.ts';

const piece = (name: string, category: string, facts: Partial<typeof NO_FACTS> = {}) => ({
  name,
  category,
  ...NO_FACTS,
  ...facts,
});
const drawn = (...of: Parameters<typeof piece>) => scaleDrawing(piece(...of));

/** The highest and lowest point that a path of ours names; arcs and bends lie between. */
function heightOf(path: string): number {
  const [, ry] = /a[\d.]+ ([\d.]+)/.exec(path) ?? [];
  return ry ? Number(ry) * 2 : Number(/v([\d.]+)/.exec(path)?.[1]);
}

describe('a piece is drawn where it is worn', () => {
  test.each([
    ['Gold Jhumka', 'earrings', 'ear'],
    ['Ruby Teardrop Necklace Set', 'sets', 'neck'],
    ['Halo Ring', 'rings', 'finger'],
    ['Gold Charm Chain Bracelet', 'bracelets', 'wrist'],
    ['Kara Pair', 'kara-and-bangles', 'wrist'],
    ['Leather Watch', 'watches', 'wrist'],
    ['Kundan Choker', 'bridal', 'neck'],
    ['Pearl Matha Tikka', 'bridal', 'card'],
    ['Amber Oud Perfume', 'cosmetics', 'card'],
  ])('%s in %s: %s', (name, category, where) => expect(wornAt({ name, category })).toBe(where));
});

test.each([
  ['Jhumka', 'earrings', { lengthMm: 55, widthMm: 30 }, 'To scale beside an ear: 55\u00a0mm long, 30\u00a0mm wide'],
  ['Halo Ring', 'rings', { lengthMm: 11, widthMm: 9.5 }, 'To scale beside a hand: 11\u00a0mm long, 9.5\u00a0mm wide'],
  ['Eternity Band', 'rings', { lengthMm: 2.5 }, 'To scale beside a hand: 2.5\u00a0mm wide'],
  ['Kara', 'bangles', { lengthMm: 18 }, 'To scale beside a wrist: 18\u00a0mm wide'],
  ['Perfume', 'cosmetics', { lengthMm: 105, widthMm: 58 }, 'To scale beside a bank card: 10.5\u00a0cm long, 58\u00a0mm wide'],
])('the %s is as long in its picture as in millimetres, which is said beside it', (name, category, facts, label) => {
  const drawing = drawn(name, category, facts);
  expect(drawing?.label).toBe(label);
  expect(heightOf(drawing?.piece ?? '')).toBe(facts.lengthMm);
  expect(heightOf(drawing?.line ?? '')).toBe(facts.lengthMm);
  expect(drawing?.measure.text).toBe(formatLength(facts.lengthMm));
});

test('what goes round a finger or wrist is as wide as it is inside, which is said below it', () => {
  const cuff = drawn('Open Cuff', 'bracelets', { lengthMm: 10, innerMm: 58 });
  expect(cuff).toMatchObject({
    piece: expect.stringContaining('q29 4.8 58 0'),
    line: expect.stringMatching(/^M51 [\d.]+h58$/),
    measure: { text: '58\u00a0mm' },
    label: 'To scale beside a wrist: 10\u00a0mm wide, 58\u00a0mm inside',
  });
  expect(drawn('Thumb ring', 'rings', { lengthMm: 4, innerMm: 20.5 })?.line).toMatch(/h20\.5$/);
});

test('a longer chain hangs lower, and its pendant hangs from it', () => {
  const lowest = (chainMm: number) =>
    Number(/^M92 84C92 ([\d.]+)/.exec(drawn('Chain', 'necklaces', { chainMm })?.line ?? '')?.[1]);
  expect(lowest(600)).toBeGreaterThan(lowest(450));
  expect(lowest(450)).toBeGreaterThan(lowest(340));
  const pendant = drawn('Heart', 'pendant', { chainMm: 420, lengthMm: 20, widthMm: 19 });
  expect(pendant).toMatchObject({
    label: 'To scale beside a neck: chain of 42\u00a0cm, 20\u00a0mm long, 19\u00a0mm wide',
    piece: expect.stringMatching(/a9\.5 10 /),
  });
});

test.each([
  ['Jhumka', 'earrings', {}],
  ['Hoop', 'earrings', { widthMm: 30 }],
  ['Shoulder duster', 'earrings', { lengthMm: 140 }],
  ['Opera chain', 'necklaces', { chainMm: 1200 }],
  ['Pendant', 'pendant', { lengthMm: 20 }],
  ['Waist chain', 'others', { lengthMm: 900 }],
])('nothing is drawn that is not known or does not fit: %s in %s with %j', (name, category, facts) =>
  expect(drawn(name, category, facts)).toBeUndefined(),
);

test('sizes are said in words, nothing without one', () => {
  expect(sizeText(piece('Jhumka', 'earrings'))).toBe('');
  expect(sizeText(piece('Strand', 'necklaces', { widthMm: 8 }))).toBe('8\u00a0mm wide');
  expect(formatLength(195)).toBe('19.5\u00a0cm');
});
