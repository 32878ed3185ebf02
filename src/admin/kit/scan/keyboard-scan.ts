/** Handheld scanners type a character every few milliseconds; nobody types several in a row this fast. */
const FASTEST_TYPING_MS = 50;

/** Shorter bursts are somebody rolling over the keys. */
const SHORTEST_CODE = 4;

/** What a key means for what is being scanned: nothing, one more character of a burst, or the end of a code. */
export type KeyMeaning = 'none' | 'burst' | { code: string };

/**
 * Tells a handheld scanner, which is a keyboard that types fast and ends with Enter, from a person. Takes keys and the milliseconds at which they were
 * pressed.
 */
export function keyboardScan(): (key: string, at: number) => KeyMeaning {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;

  return (key, at) => {
    const isFast = at - last <= FASTEST_TYPING_MS;
    // Capitals come with Shift.
    if (key === 'Shift') return 'none';
    last = at;
    if (key === 'Enter' && isFast && typed.length >= SHORTEST_CODE) {
      const code = typed;
      typed = '';
      return { code };
    }
    if (key.length !== 1) {
      typed = '';
      return 'none';
    }
    typed = isFast ? typed + key : key;
    return typed.length > 1 ? 'burst' : 'none';
  };
}
