import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import { parseJson } from './storage.ts';

/** What could not be written: storage is full or forbidden. It lives as long as the page. */
const unwritten: Record<string, string> = {};

if (typeof window !== 'undefined') {
  setPersistentEngine(
    new Proxy<Record<string, string>>(unwritten, { get: recall, has: isKept, set: keep, deleteProperty: drop }),
    windowPersistentEvents,
  );
}

/** A store kept in this browser under `key` and shared between its tabs. `parse` makes the best of whatever is found there. */
export function keptAtom<Value>(key: string, initial: Value, parse: (found: unknown) => Value): WritableAtom<Value> {
  return persistentAtom<Value>(key, initial, { encode: JSON.stringify, decode: (text) => parse(parseJson(text)) });
}

function recall(_: object, key: string): string | undefined {
  return unwritten[key] ?? attempt(() => localStorage.getItem(key)) ?? undefined;
}

function isKept(_: object, key: string): boolean {
  return recall(_, key) !== undefined;
}

function keep(_: object, key: string, value: string): boolean {
  unwritten[key] = value;
  attempt(() => {
    localStorage.setItem(key, value);
    delete unwritten[key];
  });
  return true;
}

function drop(_: object, key: string): boolean {
  delete unwritten[key];
  attempt(() => localStorage.removeItem(key));
  return true;
}

/** Browsers throw when storage is full or switched off; a shop without memory still sells. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
