import { useQuery } from '@tanstack/react-query';
import { WORK_PLACES, workDueQuery } from '#admin/data/work-due/work-due.ts';
import { Section } from '#admin/kit/charts/Section.tsx';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { byUrgency, dueText, workText } from './today-text.ts';

/** What waits for whoever looks, the most urgent first, each linked to its list. */
export function Today() {
  const { data: work, isError, refetch } = useQuery(workDueQuery);
  if (!work) return isError ? <NotLoaded what="What is due today" onRetry={refetch} /> : <Spinner label="Loading what is due…" />;
  return (
    <Section title="Today" isEmpty={work.length === 0} empty="Nothing waits for you">
      <ul className="grid gap-2 sm:grid-cols-2 lg:gap-3 xl:grid-cols-3">
        {byUrgency(work).map((due) => (
          <li key={due.task}>
            <Link
              href={WORK_PLACES[due.task]}
              className="panel flex h-full min-h-11 items-center justify-between gap-3 px-4 py-2 text-sm transition-colors hover:border-gold"
            >
              <span>{workText(due.task, due.count)}</span>
              <span className={due.late > 0 ? 'badge tone-stop shrink-0' : 'shrink-0 text-muted'}>{dueText(due)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
