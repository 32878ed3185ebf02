import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#admin/kit/formats.ts';
import { dueCountQuery } from './desk-api.ts';

/** How many orders are to be asked about now, in the navigation. Keeps its space, so that nothing moves under a click when it comes. */
export function DueCount() {
  const { data } = useQuery(dueCountQuery);
  const due = data?.due ?? 0;
  return (
    <span className={`count ${due > 0 ? '' : 'invisible'}`}>
      {formatCount(due)}
      <span className="sr-only"> due</span>
    </span>
  );
}
