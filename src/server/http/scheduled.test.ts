import { afterEach, expect, test, vi } from 'vitest';
import { scheduled } from './scheduled.ts';

afterEach(() => vi.restoreAllMocks());

const ask = (method: string) => new Request('https://shop.test/.netlify/functions/some', { method });

test('what fails by its schedule is logged, and whoever asked reads nothing of it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await scheduled('some', () => Promise.reject(new Error('secret host unreachable')))(ask('POST'));
  expect([answer.status, await answer.text()]).toEqual([500, '']);
  expect(log.mock.calls.flat().join()).toContain('secret host unreachable');
});

test('a visit to its address is not found and does nothing', async () => {
  const work = vi.fn(async () => {});
  const run = scheduled('some', work);
  for (const method of ['GET', 'HEAD', 'DELETE']) expect((await run(ask(method))).status).toBe(404);
  expect(work).not.toHaveBeenCalled();
  expect((await run(ask('POST'))).status).toBe(204);
  expect(work).toHaveBeenCalledOnce();
});
