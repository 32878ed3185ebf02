import { useEffect, useState } from 'react';

/** For what is costly while somebody types, such as loading a half-typed image address. */
export const TYPING_MS = 500;

/** The value as it was before the last `delayMs` of changes: the server is not asked at every keystroke. A delay of 0 follows at once. */
export function useDebouncedValue<Value>(value: Value, delayMs = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayMs === 0 ? value : debounced;
}
