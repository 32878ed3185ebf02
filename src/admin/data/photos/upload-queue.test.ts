import { expect, test } from 'vitest';
import type { StoredPhoto } from '#domain/photos/contract.ts';
import { uploadQueue } from './upload-queue.ts';

const photoOf = (name: string): StoredPhoto => ({ secure_url: `/${name}`, name, width: 1, height: 1, bytes: 1 });
const file = (name: string) => new File([''], name);

/** A queue controlled by the test: `answer` settles the upload in progress. */
function queue() {
  const sent: string[] = [];
  const stored: string[] = [];
  let settle: ((outcome: Error | null) => void) | null = null;
  const made = uploadQueue({
    send: ({ name }, { signal }) =>
      new Promise((resolve, reject) => {
        sent.push(name);
        signal.addEventListener('abort', () => reject(signal.reason));
        settle = (outcome) => (outcome ? reject(outcome) : resolve(photoOf(name)));
      }),
    onStored: ({ name }) => stored.push(name),
    reasonOf: (error) => (error as Error).message,
  });
  const answer = async (outcome: Error | null = null) => {
    const done = settle;
    settle = null;
    done?.(outcome);
    await expect.poll(() => settle !== null || made.$uploads.get().every(({ state }) => state === 'failed')).toBe(true);
  };
  const begun = () => expect.poll(() => settle !== null).toBe(true);
  return { ...made, sent, stored, answer, begun, states: () => made.$uploads.get().map((u) => [u.file.name, u.state, u.reason]) };
}

test('photos are sent one by one; a failed one keeps its reason and the others go on', async () => {
  const uploads = queue();
  const tried = uploads.add(['a', 'b', 'c'].map(file));
  await uploads.begun();
  expect(uploads.sent).toEqual(['a']);
  await uploads.answer();
  await uploads.answer(new Error('Too dark'));
  await uploads.answer();
  expect(await tried).toEqual({ stored: 2, failed: 1 });
  expect(uploads.stored).toEqual(['a', 'c']);
  expect(uploads.states()).toEqual([['b', 'failed', 'Too dark']]);

  const again = uploads.retry(2);
  await uploads.begun();
  await uploads.answer();
  expect(await again).toEqual({ stored: 1, failed: 0 });
  expect(uploads.states()).toEqual([]);
});

test('a cancelled upload is aborted and not counted; the next one is sent', async () => {
  const uploads = queue();
  const tried = uploads.add(['a', 'b'].map(file));
  await uploads.begun();
  uploads.cancel(1);
  await expect.poll(() => uploads.sent).toEqual(['a', 'b']);
  await uploads.answer();
  expect(await tried).toEqual({ stored: 1, failed: 0 });
});
