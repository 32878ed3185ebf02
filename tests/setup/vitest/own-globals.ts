import { setPersistentEngine } from '@nanostores/persistent';
import { afterAll, onTestFinished, TestRunner, vi } from 'vitest';

/**
 * Unit tests of many files share a process, so what one replaces must not outlive it. `vi.stubGlobal` lasts until the test ends that calls it, or the file where
 * no test does. Then timers that were started meanwhile end, as a closed page's do: nanostores lets go of a store a second after its last reader, and would look
 * for a `window` that is another file's by then. Modules that were loaded meanwhile are loaded anew by others.
 */
const { stubGlobal, unstubAllGlobals } = vi;

const ofFile = new Map<string | number | symbol, unknown>();
const timers = new Set<ReturnType<typeof setTimeout>>();
let isReplaced = false;

vi.stubGlobal = (name, value) => {
  if (TestRunner.getCurrentTest()) onTestFinished(endTest);
  else ofFile.set(name, value);
  // Faked ones are put back by whoever faked them: counted, they would be taken for the real ones.
  if (!isReplaced && !vi.isFakeTimers()) countTimers();
  isReplaced = true;
  return stubGlobal(name, value);
};
vi.unstubAllGlobals = () => {
  putBack();
  return vi;
};

function countTimers(): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start: (ring: () => void, delay?: number, ...more: unknown[]) => ReturnType<typeof setTimeout> = globalThis[name];
    stubGlobal(name, (...asked: Parameters<typeof start>) => {
      const timer = start(...asked);
      timers.add(timer);
      return timer;
    });
  }
}

function putBack(): void {
  if (!isReplaced) return;
  isReplaced = false;
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  unstubAllGlobals();
  vi.resetModules();
  // Node's own cache keeps this package for everybody, with the window that it was given.
  setPersistentEngine({}, { addEventListener() {}, removeEventListener() {} });
}

function endTest(): void {
  putBack();
  for (const [name, value] of ofFile) vi.stubGlobal(name, value);
}

afterAll(() => {
  putBack();
  Object.assign(vi, { stubGlobal, unstubAllGlobals });
});
