import { useEffect, useState } from 'react';

/** How long typing must rest before half an address is asked for as if it were one. */
const REST_MS = 500;

/** A value that does not follow every keystroke: while it is being typed, what it was before typing went on; else what it is. */
export function useRested<Value>(value: Value, isTyped: boolean): Value {
  const [rested, setRested] = useState(value);

  useEffect(() => {
    const rest = setTimeout(() => setRested(value), isTyped ? REST_MS : 0);
    return () => clearTimeout(rest);
  }, [value, isTyped]);

  return isTyped ? rested : value;
}
