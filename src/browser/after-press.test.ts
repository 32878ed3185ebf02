import { afterEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

afterEach(() => void vi.useRealTimers());

test('what a field says when it is left waits for the press that left it, and otherwise comes at once', () => {
  vi.useFakeTimers();
  const listeners: (() => void)[] = [];
  let pressed: object | null = null;
  vi.stubGlobal('document', { querySelector: () => pressed });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
  const say = vi.fn();
  afterPress(say);
  expect(say).toHaveBeenCalledTimes(1);

  pressed = {};
  afterPress(say);
  expect(say).toHaveBeenCalledTimes(1);
  for (const listener of listeners) listener();
  // The click comes right after the pointer is up.
  expect(say).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(say).toHaveBeenCalledTimes(2);
});
