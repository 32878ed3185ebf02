import { expect, test } from 'vitest';
import * as z from 'zod';
import { asPromised, readAnswer } from './read-answer.ts';

const line = z.object({ productId: z.string(), left: z.record(z.string(), z.int()) });
const order = z.object({
  id: z.string(),
  _id: z.string(),
  orderNumber: z.string(),
  items: z.array(line).nullable(),
  note: z.string().optional(),
});

test('columns get the names of the fields at every depth, and an _id is the id', () => {
  const answer = { id: 'a', order_number: 'ORD-1', items: [{ product_id: 'p', left: {} }], internal_note: 'no' };
  expect(readAnswer(order, answer)).toEqual({ id: 'a', _id: 'a', orderNumber: 'ORD-1', items: [{ productId: 'p', left: {} }] });
  expect(readAnswer(order, { ...answer, items: null, note: 'yes' })).toMatchObject({ items: null, note: 'yes' });
  expect(readAnswer(order.nullable(), null)).toBeNull();
  expect(() => readAnswer(order, { id: 'a' })).toThrow('orderNumber');
});

test('keys that are data stay as they are', () => {
  const answer = { product_id: 'p', left: { rose_gold: 3, 'Two-tone_Gold': 1 } };
  expect(readAnswer(line, answer).left).toEqual(answer.left);
  const states = z.record(z.string(), z.object({ lastSeen: z.string() }));
  expect(readAnswer(states, { no_answer: { last_seen: 'today' } })).toEqual({ no_answer: { lastSeen: 'today' } });
});

test('a loose object holds fields of rows, whichever they are', () => {
  const change = z.object({ before: z.looseObject({}) });
  expect(readAnswer(change, { before: { free_from: 1, old_lines: [{ product_id: 'p' }] } })).toEqual({
    before: { freeFrom: 1, oldLines: [{ productId: 'p' }] },
  });
});

test('what was read as promised is passed on, anything else is checked and cut to what is promised', () => {
  const lines = readAnswer(z.array(line), [{ product_id: 'p', left: {} }]);
  expect(asPromised(z.array(line), lines)).toBe(lines);
  expect(asPromised(z.array(line.pick({ productId: true })), lines)).toEqual([{ productId: 'p' }]);
  expect(asPromised(line, { ...lines[0], key: 'secret' })).toEqual(lines[0]);
  expect(() => asPromised(line, lines)).toThrow();
});
