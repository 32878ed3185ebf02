import { formatCount } from '#admin/kit/formats.ts';
import { useOrderStats } from './orders.ts';

/** How many orders are pending, in the navigation. */
export function PendingCount() {
  const { data: stats } = useOrderStats();
  const pending = stats?.statusCounts.pending ?? 0;
  if (pending === 0) return null;
  return (
    <span className="count">
      {formatCount(pending)}
      <span className="sr-only"> pending</span>
    </span>
  );
}
