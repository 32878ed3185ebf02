import { formatCount } from '#admin/kit/formats.ts';
import { useOrderStats } from './orders.ts';

/** How many orders are to be confirmed, in the navigation: as many as the list of that name has. */
export function ToConfirmCount() {
  const { data: stats } = useOrderStats();
  const orders = stats?.work.find(({ work }) => work === 'to_confirm')?.orders ?? 0;
  if (orders === 0) return null;
  return (
    <span className="count">
      {formatCount(orders)}
      <span className="sr-only"> to confirm</span>
    </span>
  );
}
