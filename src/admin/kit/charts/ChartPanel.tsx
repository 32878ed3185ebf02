import ChartColumn from 'virtual:icons/chart-column';
import Table from 'virtual:icons/table';
import { lazy, Suspense, useState } from 'react';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { Spinner } from '#components/Spinner.tsx';
import type { ChartKind } from './chart-options.ts';
import { type DataPoint, summaryOf } from './data-points.ts';
import { Section } from './Section.tsx';

const Chart = lazy(() => import('./Chart.tsx'));

const ORDERS: Column<DataPoint> = { name: 'Orders', align: 'right', cell: ({ orders }) => formatCount(orders ?? 0) };

interface Props {
  title: string;
  kind: Exclude<ChartKind, 'doughnut'>;
  points: DataPoint[];
  format: (value: number) => string;
  /** The headings of the table: the point's name, its value, and the one beside it. */
  headings: [name: string, value: string, beside?: string];
  /** A remark below the chart. */
  note?: string;
}

/** A chart with a title, and its data as a table on demand. */
export function ChartPanel({ title, kind, points, format, headings: [name, value, beside], note }: Props) {
  const [isTable, setTable] = useState(false);
  const isEmpty = points.every((point) => point.value === 0);
  const Icon = isTable ? ChartColumn : Table;

  const toggle = !isEmpty && (
    <button type="button" onClick={() => setTable(!isTable)} className="bar-button px-3">
      <Icon className="size-4" />
      <span className="max-sm:sr-only">{isTable ? 'Show as chart' : 'Show as table'}</span>
      <span className="sr-only">: {title}</span>
    </button>
  );

  return (
    <Section title={title} action={toggle} isEmpty={isEmpty} note={note}>
      {isTable ? (
        <DataTable
          label={title}
          items={points}
          keyOf={(point) => point.name}
          columns={[
            { name, slot: 'title', cell: (point) => point.name },
            { name: value, align: 'right', cell: (point) => format(point.value) },
            ...(beside
              ? [
                  {
                    name: beside,
                    align: 'right',
                    cell: (point) => format(point.beside ?? 0),
                  } as const satisfies Column<DataPoint>,
                ]
              : []),
            ...(points.some(({ orders }) => orders !== undefined) ? [ORDERS] : []),
          ]}
        />
      ) : (
        <div className="panel chart">
          <div className="chart-canvas">
            <Suspense fallback={<Spinner label={`Loading ${title}…`} />}>
              <Chart kind={kind} points={points} format={format} label={`${title}. ${summaryOf(points, format)}`} />
            </Suspense>
          </div>
        </div>
      )}
    </Section>
  );
}
