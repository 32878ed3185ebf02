type Store = 'localStorage' | 'sessionStorage';

/** Values that could not be stored. They last as long as the page. */
const unstored: Record<string, string> = {};

/** Kept in `window.name` when storage fails, so that they survive navigation. Other sites may read it: no personal data. */
const CARRIED_KEYS = /^(cart|favorites|checkout_attempt)_v1$/;

/** Keys in use today. A full storage is cleared of all others, left by earlier versions. */
const CURRENT_KEYS = /_v1$|^admin|^auth\./;

/** The text stored under a key. */
export function readText(key: string, which: Store = 'localStorage'): string | undefined {
  const inPage = CARRIED_KEYS.test(key) ? carried()[key] : unstored[key];
  return inPage ?? attempt(() => window[which].getItem(key)) ?? undefined;
}

/** Stores a text under a key. Returns false when storage is full or forbidden; the text then lasts for this visit only. */
export function writeText(key: string, text: string, which: Store = 'localStorage'): boolean {
  const write = () => {
    window[which].setItem(key, text);
    return true;
  };
  const isKept = attempt(write) ?? (attempt(makeRoom) && attempt(write)) ?? false;
  delete unstored[key];
  carry(key, isKept ? undefined : text);
  if (!isKept && !CARRIED_KEYS.test(key)) unstored[key] = text;
  return isKept;
}

/** Removes a key. */
export function removeKey(key: string, which: Store = 'localStorage'): void {
  delete unstored[key];
  carry(key);
  attempt(() => window[which].removeItem(key));
}

/** Whether the value of a key is lost when the tab closes. */
export function isStoredForVisit(key: string): boolean {
  return key in carried() || key in unstored;
}

/** The JSON stored under a key; undefined when missing or invalid. Check its shape: anyone can edit it. */
export function readJson(key: string, which?: Store): unknown {
  return parseJson(readText(key, which));
}

/** Like `writeText`, for a value as JSON. */
export function writeJson(key: string, value: unknown, which?: Store): boolean {
  return writeText(key, JSON.stringify(value), which);
}

/** JSON text as a value of unknown shape; undefined when it is not JSON. */
export function parseJson(text: string | null | undefined): unknown {
  return text ? attempt(() => JSON.parse(text)) : undefined;
}

/** The value if it is an object, otherwise an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Whether a value is a text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function carried(): Record<string, string> {
  return asRecord(parseJson(attempt(() => window.name))) as Record<string, string>;
}

function carry(key: string, text?: string): void {
  const before = carried();
  if (CARRIED_KEYS.test(key) && before[key] !== text) window.name = JSON.stringify({ ...before, [key]: text });
}

function makeRoom(): boolean {
  for (const key of Object.keys(window.localStorage)) if (!CURRENT_KEYS.test(key)) window.localStorage.removeItem(key);
  return true;
}

/** Browsers throw when storage is forbidden or full; at build time and in some apps there is none. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
