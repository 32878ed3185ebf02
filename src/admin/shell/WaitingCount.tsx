import { useQuery } from '@tanstack/react-query';
import { WORK_PLACES, workDueQuery } from '#admin/data/work-due/work-due.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { entryAt, type NavItem } from './nav-item.ts';

interface Props {
  /** All entries: each kind of work counts at the most precise one. */
  items: readonly NavItem[];
  /** The entries whose work is counted, by default all. */
  of?: readonly NavItem[];
}

/** How much waits at some entries of the navigation. Shows nothing where nothing does. */
export function WaitingCount({ items, of = items }: Props) {
  const { data: work = [] } = useQuery(workDueQuery);
  const waiting = work
    .filter(({ task }) => {
      const entry = entryAt(items, WORK_PLACES[task]);
      return entry && of.includes(entry);
    })
    .reduce((sum, { count }) => sum + count, 0);
  if (waiting === 0) return null;
  return (
    <span className="count">
      {formatCount(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
