import { afterEach, expect, test, vi } from 'vitest';
import { scheduled } from './scheduled.ts';

afterEach(() => vi.restoreAllMocks());

const ask = (method: string) => new Request('https://shop.test/.netlify/functions/some', { method });

test('a failing job is logged by name, does not stop the others, and does not show in the answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const done: string[] = [];
  const answer = await scheduled('some', {
    first: async () => done.push('first'),
    broken: () => Promise.reject(new Error('secret host unreachable')),
    thrown: () => {
      throw new Error('not even a promise');
    },
    last: async () => done.push('last'),
  })(ask('POST'));
  expect([answer.status, await answer.text()]).toEqual([500, '']);
  expect(done).toEqual(['first', 'last']);
  const said = log.mock.calls.flat().join();
  for (const words of ['some, broken', 'secret host unreachable', 'some, thrown']) expect(said).toContain(words);
});

test('a visit to a scheduled function is not found and does nothing', async () => {
  const work = vi.fn(async () => {});
  const run = scheduled('some', { work });
  for (const method of ['GET', 'HEAD', 'DELETE']) expect((await run(ask(method))).status).toBe(404);
  expect(work).not.toHaveBeenCalled();
  expect((await run(ask('POST'))).status).toBe(204);
  expect(work).toHaveBeenCalledOnce();
});
