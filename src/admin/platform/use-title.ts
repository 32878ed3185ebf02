import { useEffect } from 'react';

/** Sets the page's title in the tab and the history while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Inventory Management System`;
  }, [title]);
}
