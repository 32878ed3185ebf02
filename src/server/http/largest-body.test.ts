import { expect, test } from 'vitest';
import * as z from 'zod';
import { line, optionalLine } from '#domain/text-fields.ts';
import { objectId } from '#domain/values.ts';
import { bytesOf, largestBody } from './largest-body.ts';

const KB = 1024;

test('a body has room for each field at its longest, escaped, and in whole kilobytes', () => {
  const message = z.object({ name: line(100), text: optionalLine(2_000), isUrgent: z.boolean().nullable() });
  const longest = JSON.stringify({ name: 'ع'.repeat(100), text: 'گ'.repeat(2_000), isUrgent: null });
  const escaped = longest.replace(/[^\x20-\x7e]/g, '\\u06af');
  expect(largestBody(message)).toBeGreaterThan(escaped.length);
  expect(largestBody(message)).toBeLessThan(escaped.length + 6 * KB);
  expect(largestBody(message) % KB).toBe(0);
});

test('a list has room for as many as it may have, whichever of several forms they take', () => {
  const items = z.object({ items: z.array(z.union([objectId, z.object({ id: objectId, count: z.int() })])).max(50) });
  const longest = JSON.stringify({ items: Array.from({ length: 50 }, () => ({ id: 'f'.repeat(24), count: -1.5e300 })) });
  expect(bytesOf(items)).toBeGreaterThan(longest.length);
});

test('what has no end is named, and gets no more than any body', () => {
  const endless: string[] = [];
  const schema = z.object({ id: objectId, words: z.array(z.object({ word: z.string() })), more: z.unknown() });
  bytesOf(schema, (path) => endless.push(path));
  expect(endless).toEqual(['words', 'more']);
  expect(largestBody(schema)).toBe(256 * KB);
});
