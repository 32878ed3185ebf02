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
 * A store kept in this browser under `key` and shared between its tabs; without storage it lasts for the visit. `parse` makes the
 * best of whatever is found there. Another tab's event says what was stored then: what is stored now counts, as this tab may have
 * written since.
 */
export function safePersistentAtom<Value>(key: string, initial: Value, parse: (found: unknown) => Value): WritableAtom<Value> {
  return persistentAtom<Value>(key, initial, { encode: JSON.stringify, decode: () => parse(readJson(key)) });
}
