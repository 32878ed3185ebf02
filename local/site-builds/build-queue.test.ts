import { expect, test } from 'vitest';
import { buildQueue } from './build-queue.ts';

test('any number of requests during a build cause one more build after it, and builds never overlap', async () => {
  const running: (() => void)[] = [];
  let begun = 0;
  const request = buildQueue(() => {
    begun += 1;
    return new Promise((end) => running.push(end));
  });
  const endOne = () => running.shift()?.();

  for (let asked = 0; asked < 10; asked += 1) request();
  expect(begun).toBe(1);
  request();
  endOne();
  await expect.poll(() => begun).toBe(2);
  endOne();
  await expect.poll(() => running.length).toBe(0);
  request();
  await expect.poll(() => begun).toBe(3);
});
