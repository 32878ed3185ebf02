import { useEffect } from 'react';

/** Names the page in the tab and the history while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Inventory Management System`;
  }, [title]);
}
