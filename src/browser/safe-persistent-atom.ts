import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import { readJson, readText, removeKey, writeText } from './storage.ts';

if (typeof window !== 'undefined') {
  setPersistentEngine(
    new Proxy<Record<string, string>>(
      {},
      {
        get: (_, key: string) => readText(key),
        has: (_, key: string) => readText(key) !== undefined,
        set: (_, key: string, text: string) => {
          writeText(key, text);
          return true;
        },
        deleteProperty: (_, key: string) => {
          removeKey(key);
          return true;
        },
      },
    ),
    windowPersistentEvents,
  );
}

/**
 * A store kept in this browser under `key` and shared between its tabs; without storage it lasts for the visit. `parse` turns
 * whatever is stored into a valid value. Another tab's event carries the value of that moment; the store reads the current one, because this tab may
 * have written since.
 */
export function safePersistentAtom<Value>(key: string, initial: Value, parse: (found: unknown) => Value): WritableAtom<Value> {
  return persistentAtom<Value>(key, initial, { encode: JSON.stringify, decode: () => parse(readJson(key)) });
}
