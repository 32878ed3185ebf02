import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { $proofQuestion, withProof } from './proof.ts';

const needed = () => new ApiFailure(403, 'proof_needed', 'Enter the code', [], { by: 'second_factor' });
const wrong = () => new ApiFailure(422, 'validation_failed', 'Wrong', [{ path: 'proof', message: 'This code is not right' }]);

/** The question once it is asked. */
const question = () =>
  new Promise<NonNullable<ReturnType<typeof $proofQuestion.get>>>((asked) => {
    const unfollow = $proofQuestion.subscribe((open) => {
      if (!open) return;
      queueMicrotask(() => unfollow());
      asked(open);
    });
  });

/** A call that the shop answers once the proof is right. */
const guarded = (answer: () => string) => async (proof?: string) => {
  if (proof === undefined) throw needed();
  if (proof !== '123456') throw wrong();
  return answer();
};

test('what needs no proof asks nothing, and another refusal is passed on', async () => {
  expect(await withProof(async () => 'saved')).toBe('saved');
  await expect(withProof(() => Promise.reject(wrong()))).rejects.toThrow('Wrong');
  expect($proofQuestion.get()).toBeNull();
});

test('a wrong proof leaves the question open, the right one answers the call', async () => {
  const saved = withProof(guarded(() => 'saved'));
  const open = await question();
  expect(open.by).toBe('second_factor');
  await expect(open.send('000000')).rejects.toThrow('Wrong');
  expect($proofQuestion.get()).toBe(open);
  await open.send('123456');
  expect(await saved).toBe('saved');
  expect($proofQuestion.get()).toBeNull();
});

test('what the shop refuses after the right proof is the call’s, and so is that nobody answers the question', async () => {
  const refused = withProof(
    guarded(() => {
      throw new ApiFailure(409, 'edited_meanwhile', 'Somebody was faster');
    }),
  );
  const expected = expect(refused).rejects.toThrow('Somebody was faster');
  await (await question()).send('123456');
  await expected;
  const cancelled = withProof(guarded(() => 'saved'));
  const expectedNeeded = expect(cancelled).rejects.toMatchObject({ code: 'proof_needed' });
  (await question()).cancel();
  await expectedNeeded;
  expect($proofQuestion.get()).toBeNull();
});

test('two calls are asked about one after the other', async () => {
  const both = [withProof(guarded(() => 'one')), withProof(guarded(() => 'two'))];
  const first = await question();
  await first.send('123456');
  const second = await question();
  expect(second).not.toBe(first);
  await second.send('123456');
  expect(await Promise.all(both)).toEqual(['one', 'two']);
});
