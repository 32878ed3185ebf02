import { formatCount } from '#admin/kit/formats.ts';
import { useOrderStats } from './orders-api.ts';

/** How many orders wait to be looked at, beside the name of their screen. */
export function PendingCount() {
  const pending = useOrderStats().data?.statusCounts.pending ?? 0;
  if (pending === 0) return null;
  return (
    <span className="count">
      {formatCount(pending)}
      <span className="sr-only"> pending</span>
    </span>
  );
}
