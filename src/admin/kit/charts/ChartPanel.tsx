import { ChartColumn, Table } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Column } from '#admin/kit/DataList.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { ChartKind } from './chart-options.ts';
import { type Figure, summaryOf } from './figures.ts';
import { Section } from './Section.tsx';

const Chart = lazy(() => import('./Chart.tsx'));

const ORDERS: Column<Figure> = { name: 'Orders', align: 'right', cell: ({ orders }) => formatCount(orders ?? 0) };

interface Props {
  title: string;
  kind: Exclude<ChartKind, 'doughnut'>;
  figures: Figure[];
  format: (value: number) => string;
  /** The columns of the same figures as a table: what they are of, and the value. Orders have one of their own. */
  headings: [name: string, value: string];
  /** What a reader of the figures must know. */
  note?: string;
}

/** A chart under its title, and on demand its figures as a table. */
export function ChartPanel({ title, kind, figures, format, headings: [name, value], note }: Props) {
  const [isTable, setTable] = useState(false);
  const isEmpty = figures.every((figure) => figure.value === 0);
  const Icon = isTable ? ChartColumn : Table;

  const toggle = !isEmpty && (
    <button type="button" onClick={() => setTable(!isTable)} className="bar-button px-3">
      <Icon aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{isTable ? 'Show as chart' : 'Show as table'}</span>
      <span className="sr-only">: {title}</span>
    </button>
  );

  return (
    <Section title={title} action={toggle} isEmpty={isEmpty} note={note}>
      {isTable ? (
        <DataTable
          label={title}
          items={figures}
          keyOf={(figure) => figure.name}
          columns={[
            { name, slot: 'title', cell: (figure) => figure.name },
            { name: value, align: 'right', cell: (figure) => format(figure.value) },
            ...(figures.some(({ orders }) => orders !== undefined) ? [ORDERS] : []),
          ]}
        />
      ) : (
        <div className="panel chart">
          <div className="chart-canvas">
            <Suspense fallback={<Spinner label={`Loading ${title}…`} />}>
              <Chart kind={kind} figures={figures} format={format} label={`${title}. ${summaryOf(figures, format)}`} />
            </Suspense>
          </div>
        </div>
      )}
    </Section>
  );
}
