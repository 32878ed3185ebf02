import { afterEach, expect, test, vi } from 'vitest';
import { mountFunctions } from './functions.ts';

afterEach(() => vi.unstubAllEnvs());

test('requests of functions wait for what they are told to wait for, also when it fails; pages do not', async () => {
  // Only what the functions look for when they are loaded.
  for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'URL'])
    vi.stubEnv(name, 'http://127.0.0.1:1');
  vi.stubEnv('SHOP_LOG', 'errors');
  const functions = await mountFunctions();
  const { promise, reject } = Promise.withResolvers<void>();
  functions.waitFor(promise);
  let isAnswered = false;
  const answer = functions.answer(new Request('http://localhost/api/openapi.json'), '127.0.0.1').then((response) => {
    isAnswered = true;
    return response;
  });
  expect(await functions.answer(new Request('http://localhost/about'), '127.0.0.1')).toBeUndefined();
  expect(isAnswered).toBe(false);
  reject(new Error('The history could not be written'));
  expect((await answer)?.status).toBe(200);
});
