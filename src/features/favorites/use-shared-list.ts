import { useEffect, useState } from 'react';
import { parseSharedList, type SharedList } from './shared-list.ts';

/** The list in the address, also when another link is opened in the same tab; undefined for one's own favorites. And what closes it: Back opens it again. */
export function useSharedList(): [SharedList | undefined, () => void] {
  const [shared, setShared] = useState<SharedList>();

  useEffect(() => {
    const read = () => setShared(parseSharedList(location.hash));
    read();
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);

  // The line above the page's title.
  useEffect(() => {
    const line = document.querySelector('#main .eyebrow');
    if (!shared || !line) return;
    const { textContent } = line;
    line.textContent = 'Shared with you';
    return () => {
      line.textContent = textContent;
    };
  }, [shared]);

  const close = () => {
    history.pushState(null, '', location.pathname);
    setShared(undefined);
  };
  return [shared, close];
}
