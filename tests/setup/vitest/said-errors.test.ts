import { expect, test } from 'vitest';
import { kindOf, SaidErrors } from './said-errors.ts';

test('lines of one kind are the same, whenever and in whichever request they came', () => {
  const line = (time: string) => ({
    time,
    level: 'error',
    requestId: time,
    method: 'POST',
    operation: '/api/orders',
    status: 503,
    code: 'busy',
  });
  const kinds = ['1', '2'].map((time) => kindOf([JSON.stringify({ ...line(time), cause: 'no room' })]));
  expect(kinds).toEqual(['503 POST /api/orders busy: no room', '503 POST /api/orders busy: no room']);
  expect(kindOf([JSON.stringify({ time: '1', what: 'mails not sent', cause: 'send failed (500)' })])).toBe(
    'mails not sent: send failed (500)',
  );
  expect(kindOf(['Work after an answer failed:', new Error('gone')])).toBe('Work after an answer failed: gone');
  expect(kindOf(['42'])).toBe('42');
});

test('a test that fails shows what was said meanwhile, each kind once', () => {
  const errors = new SaidErrors();
  errors.note('before', 'a');
  const { count } = errors;
  for (let n = 0; n < 300; n += 1) errors.note('notifications not sent: no answer', 'b');
  for (let n = 0; n < 20; n += 1) errors.note(`kind ${n}`, 'b');
  expect(errors.since(count).split('\n')).toEqual([
    '300 × notifications not sent: no answer',
    ...Array.from({ length: 11 }, (_, n) => `kind ${n}`),
    'and 9 other kinds',
  ]);
  expect(new SaidErrors().since(0)).toBe('');
});

test('what no test provokes fails its file, and so does what a test provokes and nobody logs', () => {
  const errors = new SaidErrors();
  errors.expect(['mails not sent: send failed']);
  expect(() => errors.assertExpected(true)).toThrow('did not log what tests provoke:\nmails not sent: send failed');
  errors.note('mails not sent: send failed (500)', 'a mail is tried again');
  errors.note('looking at the pages online: fetch failed ← bad port', 'a mail is tried again');
  errors.note('after DELETE /api/upload/:name: busy ← TimeoutError: The operation was aborted due to timeout', 'another');
  errors.assertExpected(true);
  errors.note('503 GET /api/staff: gone', 'another');
  expect(() => errors.assertExpected(true)).toThrow('503 GET /api/staff: gone (in: another)');
});

test('what is provoked may be missing where a test was left out or failed', () => {
  const errors = new SaidErrors();
  errors.expect(['mails not sent']);
  errors.assertExpected(false);
  expect(() => errors.assertExpected(true)).toThrow('mails not sent');
});
