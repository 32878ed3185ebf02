type Store = 'localStorage' | 'sessionStorage';

/** What no storage took. It lives as long as the page. */
const unstored: Record<string, string> = {};

/** What the window's name carries to the next page where storage takes nothing. It may be read elsewhere: nothing about a person. */
const CARRIED_KEYS = /^(cart|favorites|checkout_attempt)_v1$/;

/** Names of what the shop keeps today. Anything else is left from an earlier version, and a full storage can spare it. */
const CURRENT_KEYS = /_v1$|^admin|^auth\./;

/** The text kept under a key, if there is one. */
export function readText(key: string, which: Store = 'localStorage'): string | undefined {
  const inPage = CARRIED_KEYS.test(key) ? carried()[key] : unstored[key];
  return inPage ?? attempt(() => window[which].getItem(key)) ?? undefined;
}

/** Keeps a text under a key. False when storage is full or forbidden: it is then kept for this visit only. */
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

/** Forgets what is kept under a key. */
export function removeKey(key: string, which: Store = 'localStorage'): void {
  delete unstored[key];
  carry(key);
  attempt(() => window[which].removeItem(key));
}

/** Whether the browser forgets what is kept under a key as soon as the tab is closed. */
export function isStoredForVisit(key: string): boolean {
  return key in carried() || key in unstored;
}

/** What is kept under a key, or undefined when there is nothing or it is not JSON. Check its shape: anyone can edit it. */
export function readJson(key: string, which?: Store): unknown {
  return parseJson(readText(key, which));
}

/** As `writeText`, a value as JSON. */
export function writeJson(key: string, value: unknown, which?: Store): boolean {
  return writeText(key, JSON.stringify(value), which);
}

/** JSON text as a value of unknown shape; undefined when it is not JSON. */
export function parseJson(text: string | null | undefined): unknown {
  return text ? attempt(() => JSON.parse(text)) : undefined;
}

/** An object to look into, or an empty one: for reading what may have been tampered with. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
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

/** Browsers throw as soon as a forbidden storage is named, and when one is full. There is none at build time and in some apps. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
