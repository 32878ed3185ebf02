type Store = 'localStorage' | 'sessionStorage';

/**
 * The storage itself, or undefined where it may not be used: at build time, and in browsers that forbid it, which throw
 * as soon as it is named.
 */
function storage(which: Store): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window[which];
  } catch {
    return undefined;
  }
}

/** What is kept under a key, or undefined when there is nothing or it is not JSON. Check its shape: anyone can edit it. */
export function readJson(key: string, which: Store = 'localStorage'): unknown {
  return parseJson(storage(which)?.getItem(key));
}

/** Keeps a value as JSON. False when the browser does not keep it (full or forbidden storage): the page goes on without. */
export function writeJson(key: string, value: unknown, which: Store = 'localStorage'): boolean {
  try {
    storage(which)?.setItem(key, JSON.stringify(value));
    return storage(which) !== undefined;
  } catch {
    return false;
  }
}

/** Forgets what is kept under a key. */
export function removeKey(key: string, which: Store = 'localStorage'): void {
  storage(which)?.removeItem(key);
}

/** JSON text as a value of unknown shape; undefined when it is not JSON. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** An object to look into, or an empty one: for reading what may have been tampered with. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
