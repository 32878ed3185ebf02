import { useSyncExternalStore } from 'react';

/** True where a table has room. Narrower screens list cards instead. */
export const useIsDesktop = widthHook('64rem');

/** True where the navigation has room beside a table. */
export const useHasSideBar = widthHook('80rem');

/** False on a phone, where what is opened most is at the bottom. */
export const useIsWiderThanPhone = widthHook('40rem');

/** A hook that tells whether the window has at least this width. */
function widthHook(width: string): () => boolean {
  const query = window.matchMedia(`(min-width: ${width})`);
  const follow = (changed: () => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(follow, () => query.matches);
}
