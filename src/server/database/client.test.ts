import { expect, test, vi } from 'vitest';

vi.stubEnv('SUPABASE_URL', 'https://project.example');
vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'key');
const { callFunction } = await import('./calls.ts');
const { supabase } = await import('./client.ts');

/** A database whose calls end like this, one after the other; the last of them again and again. Counts them. */
function databaseThatAnswers(...answers: [status: number, body: unknown][]) {
  const calls = vi.fn(async () => {
    const [status, body] = answers[Math.min(calls.mock.calls.length, answers.length) - 1] ?? [500, null];
    return Response.json(body, { status });
  });
  vi.stubGlobal('fetch', calls);
  return { calls, db: supabase('key') };
}

const DEADLOCK = { code: '40P01', message: 'deadlock detected', details: null, hint: null };

test('a write that was undone for another one is done again, once', async () => {
  const { calls, db } = databaseThatAnswers([500, DEADLOCK], [200, null]);
  await callFunction(db, 'list_staff');
  expect(calls).toHaveBeenCalledTimes(2);
});

test('who meets a deadlock twice reads that the shop is busy, and nothing is tried a third time', async () => {
  const { calls, db } = databaseThatAnswers([500, { ...DEADLOCK, code: '40001' }]);
  await expect(callFunction(db, 'list_staff')).rejects.toMatchObject({ code: 'database_unreachable' });
  expect(calls).toHaveBeenCalledTimes(2);
});

test.each([[{ ...DEADLOCK, code: 'XX000' }], ['no JSON']])(
  'what failed for another reason is not sent again: %o',
  async (body) => {
    const { calls, db } = databaseThatAnswers([500, body]);
    await expect(callFunction(db, 'list_staff')).rejects.toMatchObject({ code: expect.any(String) });
    expect(calls).toHaveBeenCalledTimes(1);
  },
);

test('a guard of the books that no operation foresees answers with a sentence, and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { db } = databaseThatAnswers([409, { code: '23001', message: 'order 1 does not say what its payments say' }]);
  await expect(callFunction(db, 'list_staff')).rejects.toMatchObject({ status: 409, code: 'against_the_books' });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('does not say what its payments say'));
});
