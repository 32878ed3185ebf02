import { lazy, Suspense } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { Spinner } from '#components/Spinner.tsx';
import { type DataPoint, summaryOf } from './data-points.ts';
import { Section } from './Section.tsx';

const Chart = lazy(() => import('./Chart.tsx'));

/** A doughnut chart with its shares listed beside it. */
export function ShareChart({ title, period, points }: { title: string; period?: string; points: DataPoint[] }) {
  const total = points.reduce((sum, { value }) => sum + value, 0);

  return (
    <Section title={title} period={period} isEmpty={total === 0}>
      <div className="panel flex grow flex-wrap items-center gap-x-8 gap-y-4 p-4 sm:p-5">
        <div className="relative mx-auto size-52 shrink-0">
          <Suspense fallback={<Spinner label={`Loading ${title}…`} />}>
            <Chart kind="doughnut" points={points} format={formatCount} label={`${title}. ${summaryOf(points, formatCount)}`} />
          </Suspense>
        </div>
        <ul className="min-w-44 grow text-sm">
          {points.map(({ name, value, color }) => (
            <li key={name} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
              <span aria-hidden className={`size-3 rounded-full dot-${color}`} />
              <span className="grow">{name}</span>
              <span className="font-medium tabular-nums">{formatCount(value)}</span>
              <span className="w-11 text-right text-muted tabular-nums">{Math.round((value / total) * 100)}%</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
