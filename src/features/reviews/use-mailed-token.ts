import { useEffect, useState } from 'react';

const LINK = /^#review=([\w-]{20,64})$/;

/**
 * The token in the address of somebody who was asked for a review by mail, for whom the form opens at once; empty for everybody else. And what ends it
 * when the review is written. Until then it stays in the address, so that a reload loses nothing.
 */
export function useMailedToken(open: (opened: boolean) => void): [string, () => void] {
  const [token, setToken] = useState('');

  useEffect(() => {
    const found = LINK.exec(location.hash)?.[1];
    if (!found) return;
    setToken(found);
    open(true);
  }, [open]);

  const end = () => {
    if (token) history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    setToken('');
  };
  return [token, end];
}
