import { useEffect, useState } from 'react';

/** A delay for what is costly while somebody types, such as loading a half-typed image address. */
export const TYPING_MS = 500;

/** The value, once it has not changed for `delayMs`. A delay of 0 follows at once. */
export function useDebouncedValue<Value>(value: Value, delayMs = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayMs === 0 ? value : debounced;
}
