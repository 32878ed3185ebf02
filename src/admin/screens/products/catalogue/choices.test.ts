import { expect, test } from 'vitest';
import { COLORS, SIZES, withChoice, without, withPreset } from './choices.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `Tone ${index}`);

test('there are 20 predefined colours and the sizes of the shop', () => {
  expect(COLORS.predefined).toHaveLength(20);
  expect(SIZES.predefined).toHaveLength(7 + 13 + 6);
  expect(SIZES.predefined.slice(7, 20)).toEqual(['6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18']);
});

test('a choice is added once, in any case, with the list’s spelling', () => {
  expect(withChoice(['Gold'], ' rose gold ', COLORS)).toEqual({ chosen: ['Gold', 'Rose Gold'] });
  expect(withChoice(['Rose Gold'], 'ROSE GOLD', COLORS)).toEqual({ error: 'ROSE GOLD is chosen already' });
  expect(withChoice([], 'Antique Peacock', COLORS)).toEqual({ chosen: ['Antique Peacock'] });
  expect(without(['Gold', 'Antique Peacock'], 'antique peacock')).toEqual(['Gold']);
});

test('names are non-empty and at most 50 characters for colours, 20 for sizes', () => {
  expect(withChoice([], '  ', COLORS)).toEqual({ error: 'Type a color first' });
  expect(withChoice([], 'x'.repeat(50), COLORS)).toEqual({ chosen: ['x'.repeat(50)] });
  expect(withChoice([], 'x'.repeat(51), COLORS)).toEqual({ error: 'At most 50 characters' });
  expect(withChoice([], 'x'.repeat(21), SIZES)).toEqual({ error: 'At most 20 characters' });
});

test('there are at most 10 colours and 15 sizes', () => {
  expect(withChoice(many(9), 'Gold', COLORS)).toEqual({ chosen: [...many(9), 'Gold'] });
  expect(withChoice(many(10), 'Gold', COLORS)).toEqual({ error: 'Maximum 10 colors allowed' });
  expect(withChoice(many(15), 'XL', SIZES)).toEqual({ error: 'Maximum 15 sizes allowed' });
});

test('the sizes of bangles can be added at once, in the order of the trade and as far as there is room', () => {
  const bangles = SIZES.presets[0]?.choices ?? [];
  expect(withPreset(['Free Size', '2.6'], bangles, SIZES)).toEqual({
    chosen: ['2.2', '2.4', '2.6', '2.8', '2.10', '2.12', 'Free Size'],
    error: '',
  });
  expect(withPreset(many(14), bangles, SIZES)).toMatchObject({ chosen: { length: 15 }, error: 'Maximum 15 sizes allowed' });
});
