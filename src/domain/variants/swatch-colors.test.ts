import { expect, test } from 'vitest';
import { swatchColor } from './swatch-colors.ts';

test('known colours have their swatch in any case, unknown ones are grey', () => {
  expect(swatchColor('rose gold')).toBe(swatchColor('Rose Gold'));
  expect(swatchColor('Peacock')).toBe('#9ca3af');
  expect(swatchColor('constructor')).toBe('#9ca3af');
});
