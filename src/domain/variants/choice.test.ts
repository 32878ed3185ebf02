import { expect, test } from 'vitest';
import { choiceOf, countedKinds, fewLeft, isSoldOut, missingChoice, onlyChoice, piecesLeft } from './choice.ts';
import { choiceName, choiceText, isOffered, isSameChoice, pieceName } from './choice-text.ts';

test('a choice is named size first, on a line of its own and in running text', () => {
  const chosen = choiceOf({ selectedColor: 'Gold', selectedSize: '7' });
  expect([choiceText(chosen), choiceName(chosen), pieceName('Halo Ring', chosen)]).toEqual([
    'Size: 7 · Colour: Gold',
    '7, Gold',
    'Halo Ring (7, Gold)',
  ]);
  const none = choiceOf({ selectedColor: null, selectedSize: null });
  expect([choiceText(none), choiceName(none), pieceName('Halo Ring', none)]).toEqual(['', '', 'Halo Ring']);
});

test('a choice that leaves something out is another one, and is offered wherever the rest is', () => {
  expect(isSameChoice({ size: '7', color: '' }, { size: '7' })).toBe(true);
  expect(isSameChoice({ size: '7', color: 'Gold' }, { size: '7' })).toBe(false);
  const ring = { colors: ['Gold'], sizes: ['7'] };
  expect([{ size: '7' }, { size: '7', color: 'Gold' }, { size: '8' }].map((choice) => isOffered(choice, ring))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the size is asked for before the colour, and only what pieces are counted by', () => {
  expect(missingChoice(['color', 'size'], {})).toBe('size');
  expect(missingChoice(['color', 'size'], { size: '7' })).toBe('color');
  expect(missingChoice(['size'], { size: '7' })).toBeUndefined();
  expect(missingChoice([], {})).toBeUndefined();
});

const whole = { stockQuantity: 7, variants: [] };
const bySize = {
  stockQuantity: 3,
  variants: [
    { color: '', size: '2.4', stockQuantity: 3 },
    { color: '', size: '2.6', stockQuantity: 0 },
  ],
};
const byBoth = {
  stockQuantity: 6,
  variants: [
    { color: 'Gold', size: '2.4', stockQuantity: 2 },
    { color: 'Gold', size: '2.6', stockQuantity: 0 },
    { color: 'Silver', size: '2.6', stockQuantity: 4 },
  ],
};

test('a product counted as a whole has all its pieces in any choice, and no choice of it is sold out', () => {
  expect(piecesLeft(whole, { color: 'Gold', size: '2.4' })).toBe(7);
  expect(countedKinds(whole)).toEqual([]);
  expect(isSoldOut({ stockQuantity: 0, variants: [] }, 'size', '2.4')).toBe(false);
});

test('sizes counted on their own share nothing, and any colour is left of them', () => {
  expect(countedKinds(bySize)).toEqual(['size']);
  expect(piecesLeft(bySize, { color: 'Gold', size: '2.4' })).toBe(3);
  expect(piecesLeft(bySize, { color: 'Gold', size: '2.6' })).toBe(0);
  expect(isSoldOut(bySize, 'color', 'Gold')).toBe(false);
  expect(isSoldOut(bySize, 'color', 'Gold', { size: '2.6' })).toBe(true);
});

test('what is not chosen yet may be anything: only a value without any piece is sold out', () => {
  expect(countedKinds(byBoth)).toEqual(['size', 'color']);
  expect(piecesLeft(byBoth, {})).toBe(6);
  expect(piecesLeft(byBoth, { size: '2.6' })).toBe(4);
  expect(isSoldOut(byBoth, 'size', '2.6')).toBe(false);
});

test('one choice shows what is left of the other; a pair that nobody counts has no pieces', () => {
  expect(isSoldOut(byBoth, 'size', '2.6', { color: 'Gold' })).toBe(true);
  expect(isSoldOut(byBoth, 'color', 'Silver', { size: '2.4' })).toBe(true);
  // Its own old value does not count: the question is what would be left with this one instead.
  expect(isSoldOut(byBoth, 'size', '2.4', { color: 'Gold', size: '2.6' })).toBe(false);
});

test('a card offers the choice of a product that asks for colour or size alone', () => {
  expect(onlyChoice({ colors: [], sizes: ['2.4', '2.10'] })).toEqual({ kind: 'size', values: ['2.4', '2.10'] });
  expect(onlyChoice({ colors: ['Gold'], sizes: [] })).toEqual({ kind: 'color', values: ['Gold'] });
  expect(onlyChoice({ colors: ['Gold'], sizes: ['2.4'] })).toBeUndefined();
  expect(onlyChoice({ colors: [], sizes: [] })).toBeUndefined();
});

test('a few pieces are named once it is clear of which choice', () => {
  expect(fewLeft(bySize, {})).toBe('');
  expect(fewLeft(bySize, { size: '2.4' })).toBe('Only 3 left');
  expect(fewLeft(bySize, { size: '2.6' })).toBe('');
  expect(fewLeft(byBoth, { size: '2.6' })).toBe('');
  expect(fewLeft(byBoth, { size: '2.6', color: 'Silver' })).toBe('Only 4 left');
  expect(fewLeft({ stockQuantity: 5 }, {})).toBe('Only 5 left');
  expect(fewLeft({ stockQuantity: 6 }, {})).toBe('');
});
