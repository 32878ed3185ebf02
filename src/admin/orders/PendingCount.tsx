import { formatCount } from '#admin/kit/formats.ts';
import { useNewOrderSound } from './new-order-sound.ts';
import { useOrderStats } from './orders-api.ts';

/** How many orders wait to be looked at, beside the name of their screen. It is on every screen, so it is where a new order is heard, too. */
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
