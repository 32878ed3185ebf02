import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 64rem)');

/** True where a table has room. Narrower screens list cards instead. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(follow, () => wide.matches);
}

function follow(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}
