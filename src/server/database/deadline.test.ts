import { expect, test } from 'vitest';
import { inTime, timeLeft, withinDeadline } from './deadline.ts';

test('work has its time from its first call to its last, however it is nested', async () => {
  expect(timeLeft()).toBe(Number.POSITIVE_INFINITY);
  await withinDeadline(5_000, async () => {
    await Promise.resolve();
    expect(timeLeft()).toBeGreaterThan(4_000);
    expect(timeLeft()).toBeLessThanOrEqual(5_000);
  });
  await withinDeadline(0, async () => expect(timeLeft()).toBe(0));
});

test('what goes on behind the answer has its own time', async () => {
  let behind: Promise<number> | undefined;
  const answered = Promise.withResolvers<void>();
  await withinDeadline(0, async () => {
    behind = answered.promise.then(() => timeLeft());
  });
  answered.resolve();
  expect(await behind).toBe(Number.POSITIVE_INFINITY);
});

test('nobody waits for a read that somebody with more time began', async () => {
  const hanging = new Promise<never>(() => {});
  await expect(withinDeadline(1, () => inTime(hanging))).rejects.toMatchObject({ code: 'database_unreachable' });
  const begun = Promise.resolve('the settings');
  expect(await withinDeadline(5_000, () => inTime(begun))).toBe('the settings');
  expect(await inTime(begun)).toBe('the settings');
});
