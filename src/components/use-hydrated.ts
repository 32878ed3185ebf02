import { useSyncExternalStore } from 'react';

/** False in the prebuilt page and for the first render in the browser, which must look like it; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => undefined;
}
