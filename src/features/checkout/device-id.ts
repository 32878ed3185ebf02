import { randomKey } from '#browser/random-key.ts';
import { readText, writeText } from '#browser/storage.ts';

const KEPT_AS = 'device_v1';

/** What this browser calls itself when it orders. Made up at random, and tells nothing but that two orders came from the same one. */
export function deviceId(): string {
  const kept = readText(KEPT_AS);
  if (kept && /^[\w-]{8,64}$/.test(kept)) return kept;
  const made = randomKey();
  writeText(KEPT_AS, made);
  return made;
}
