import { formatCount } from '#admin/kit/formats.ts';
import { useNewOrderSound } from './new-order-sound.ts';
import { useOrderStats } from './orders.ts';

/** How many orders are pending, in the navigation. It is on every screen, so it also plays the sound of a new order. */
export function PendingCount() {
  const { data: stats } = useOrderStats();
  const pending = stats?.statusCounts.pending ?? 0;
  useNewOrderSound(stats?.totalOrders);
  if (pending === 0) return null;
  return (
    <span className="count">
      {formatCount(pending)}
      <span className="sr-only"> pending</span>
    </span>
  );
}
