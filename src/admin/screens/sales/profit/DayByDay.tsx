import { useState } from 'react';
import { Choices } from '#admin/kit/Choices.tsx';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { dateLabel } from '#admin/kit/charts/data-points.ts';
import { Section } from '#admin/kit/charts/Section.tsx';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { SheetButtons } from '#admin/kit/SheetButtons.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import type { CsvColumn } from '#domain/csv.ts';
import { formatPrice } from '#domain/money.ts';
import {
  COUNTED_BY,
  type CountedBy,
  DAY_STAGES,
  type DayStage,
  type StagesOfDay,
  type StagesReport,
} from '#domain/reports/profit.ts';
import { COUNTED_BY_LABELS, STAGE_LABELS } from './profit-labels.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { Stages } from './Stages.tsx';
import { useStages } from './use-report.ts';

const OPTIONS = COUNTED_BY.map((value) => ({ value, label: COUNTED_BY_LABELS[value].name }));

const countedOn = ({ stages }: StagesOfDay, stage: DayStage) => {
  const { orders = 0, amount = 0 } = stages.find((counted) => counted.stage === stage) ?? {};
  return { orders, amount };
};

const COLUMNS: Column<StagesOfDay>[] = [
  { name: 'Day', slot: 'title', className: 'whitespace-nowrap', cell: ({ day }) => formatDay(day) },
  ...DAY_STAGES.map(
    (stage): Column<StagesOfDay> => ({
      name: STAGE_LABELS[stage],
      align: 'right',
      className: 'whitespace-nowrap tabular-nums',
      cell: (day) => {
        const { orders, amount } = countedOn(day, stage);
        return orders === 0 ? '–' : `${formatCount(orders)} · ${formatPrice(amount)}`;
      },
    }),
  ),
];

const SHEET: CsvColumn<StagesOfDay>[] = [
  { name: 'Day', value: ({ day }) => day },
  ...DAY_STAGES.flatMap((stage): CsvColumn<StagesOfDay>[] => [
    { name: STAGE_LABELS[stage], value: (day) => countedOn(day, stage).orders },
    { name: `${STAGE_LABELS[stage]}, rupees`, value: (day) => countedOn(day, stage).amount },
  ]),
];

/** How many orders were placed, confirmed, sent, delivered and settled on each day, and what they come to. */
export function DayByDay() {
  const report = useStages();
  const { by } = report.filters;
  return (
    <ReportFrame report={report} options={OPTIONS}>
      {(data) => (
        <>
          <Stages stages={data.stages}>{COUNTED_BY_LABELS[by].text}</Stages>
          <Days data={data} by={by} />
        </>
      )}
    </ReportFrame>
  );
}

function Days({ data: { days, period }, by }: { data: StagesReport; by: CountedBy }) {
  const Rows = useIsDesktop() ? DataTable : DataCards;
  const [drawn, setDrawn] = useState<DayStage>('delivered');
  const busy = days.filter(({ stages }) => stages.some(({ orders }) => orders > 0));
  const points = days.map((day) => {
    const { orders, amount } = countedOn(day, drawn);
    return { name: dateLabel(day.day), value: amount, orders };
  });
  return (
    <>
      <div>
        <Choices
          label="Stage of the chart"
          values={DAY_STAGES}
          chosen={drawn}
          onChoose={setDrawn}
          nameOf={(stage) => STAGE_LABELS[stage]}
          className="mb-3"
        />
        <ChartPanel
          title={`${STAGE_LABELS[drawn]}, day by day`}
          kind="line"
          points={points}
          format={formatPrice}
          headings={['Day', STAGE_LABELS[drawn]]}
        />
      </div>
      <Section
        title="Orders by Day"
        period={`${formatDay(period.startDate)} – ${formatDay(period.endDate)}`}
        isEmpty={busy.length === 0}
        empty="Nothing happened in these days"
        action={
          <div className="flex flex-wrap gap-2">
            <SheetButtons
              noun="Days"
              name={`days-by-${by}-${period.startDate}-${period.endDate}`}
              sheet={COUNTED_BY_LABELS[by].name}
              columns={SHEET}
              fetchRows={async () => days}
            />
          </div>
        }
      >
        <Rows label="Orders by day" items={busy} columns={COLUMNS} keyOf={({ day }) => day} />
      </Section>
    </>
  );
}
