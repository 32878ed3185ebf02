import { useEffect } from 'react';
import { useOrderStats } from './orders.ts';

/** Shows at the app's icon on a phone how many orders are to be confirmed or packed. Shows nothing on the page. */
export function WaitingBadge() {
  const { data } = useOrderStats();
  const waiting = data?.work
    .filter(({ work }) => work === 'to_confirm' || work === 'to_pack')
    .reduce((sum, { orders }) => sum + orders, 0);
  useEffect(() => {
    if (waiting !== undefined) void navigator.setAppBadge?.(waiting).catch(() => {});
  }, [waiting]);
  // Whoever signs out leaves no number behind.
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), []);
  return null;
}
