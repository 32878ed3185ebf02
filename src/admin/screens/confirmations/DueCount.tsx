import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#admin/kit/formats.ts';
import { dueCountQuery } from './confirmations-api.ts';

/** How many orders are to be asked about now, in the navigation. */
export function DueCount() {
  const { data } = useQuery(dueCountQuery);
  const due = data?.due ?? 0;
  if (due === 0) return null;
  return (
    <span className="count">
      {formatCount(due)}
      <span className="sr-only"> due</span>
    </span>
  );
}
