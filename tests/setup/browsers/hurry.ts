import { onTestFinished, vi } from 'vitest';

const TIMES = 5;

/**
 * Lets the clock of this process run five times as fast until the test is over or the returned function is called, so that nobody sits through the whole
 * time that the shop waits for who never answers.
 */
export function hurry(): () => void {
  const began = performance.now();
  const now = performance.now.bind(performance);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const { setTimeout } = globalThis;
  const later = (run: () => void, ms = 0, ...given: []) => setTimeout(run, ms / TIMES, ...given);
  const spies = [
    vi.spyOn(performance, 'now').mockImplementation(() => began + TIMES * (now() - began)),
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / TIMES))),
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(later as typeof setTimeout),
  ];
  const relax = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(relax);
  return relax;
}
