import { expect, test } from 'vitest';
import { clipDescription, scriptJson } from './page-head.ts';

test('a description of 160 characters stays, a longer one is cut at 157 and an ellipsis', () => {
  expect(clipDescription('a'.repeat(160))).toBe('a'.repeat(160));
  expect(clipDescription('a'.repeat(161))).toBe(`${'a'.repeat(157)}…`);
});

test('a product name cannot close its structured data’s script', () => {
  const json = scriptJson({ name: '</script><script>alert(1)</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
});
