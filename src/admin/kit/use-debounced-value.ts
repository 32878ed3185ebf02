import { useEffect, useState } from 'react';

const REST_MS = 200;

/** A value that follows once typing rests: what is asked of the server is not every keystroke. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const rest = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(rest);
  }, [value]);
  return rested;
}
