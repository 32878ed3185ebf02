import { expect, test } from 'vitest';
import { splitDescription } from './Description.tsx';

test('a description is cut at 200 characters', () => {
  expect(splitDescription('a'.repeat(200))).toEqual({ start: 'a'.repeat(200), rest: '' });
  expect(splitDescription('a'.repeat(201))).toEqual({ start: 'a'.repeat(200), rest: 'a' });
});
