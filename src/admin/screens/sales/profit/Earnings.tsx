import { useState } from 'react';
import { BookExpense } from '#admin/data/payments/BookExpense.tsx';
import { ChartPanel } from '#admin/kit/charts/ChartPanel.tsx';
import { Section } from '#admin/kit/charts/Section.tsx';
import { DataCards } from '#admin/kit/DataCards.tsx';
import { DataTable } from '#admin/kit/DataTable.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { SheetButtons } from '#admin/kit/SheetButtons.tsx';
import { useIsDesktop } from '#admin/kit/use-is-desktop.ts';
import { formatPrice } from '#domain/money.ts';
import { PROFIT_GROUPS, type ProfitGroup, type ProfitReport } from '#domain/reports/profit.ts';
import { earnedColumns, groupName, isAdvertised, sheetColumns } from './earned-columns.tsx';
import { GROUP_LABELS } from './profit-labels.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { Stages } from './Stages.tsx';
import { Sums } from './Sums.tsx';
import { useProfit } from './use-report.ts';

/** As many bars as a chart can be read with. */
const BARS = 12;

const GROUPS = PROFIT_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value].name }));

/** What the orders of a period earned. */
export function Earnings() {
  const report = useProfit();
  return (
    <ReportFrame report={report} options={GROUPS}>
      {(data) => (
        <>
          <Stages stages={data.stages}>
            How far the orders placed in these days have come. Settled: the shop has their money.
          </Stages>
          <Sums totals={data.totals} packingCost={data.packingCost} />
          <Groups data={data} by={report.filters.by} />
        </>
      )}
    </ReportFrame>
  );
}

function Groups({ data, by }: { data: ProfitReport; by: ProfitGroup }) {
  const Rows = useIsDesktop() ? DataTable : DataCards;
  const [isBooking, setBooking] = useState(false);
  const { groups, groupCount, period } = data;
  const { name } = GROUP_LABELS[by];
  const days = `${formatDay(period.startDate)} – ${formatDay(period.endDate)}`;
  const isOverTime = by === 'day' || by === 'month';
  const points = (isOverTime ? groups : groups.slice(0, BARS)).map((group) => ({
    name: groupName(group, by),
    value: group.profit,
    orders: group.orders,
  }));
  return (
    <>
      <ChartPanel
        title={`Profit by ${name}`}
        kind={isOverTime ? 'line' : 'bar'}
        points={points}
        format={formatPrice}
        headings={[name, 'Profit']}
        {...(groups.length > points.length && { note: `The ${BARS} that earned most.` })}
      />
      <Section
        title={`Earned by ${name}`}
        period={days}
        isEmpty={groups.length === 0}
        empty="No orders were placed in these days"
        action={
          <div className="flex flex-wrap gap-2">
            {isAdvertised(by) && (
              <MayButton right="verify_payments" onClick={() => setBooking(true)} className="btn btn-outline btn-small">
                Book advertising
              </MayButton>
            )}
            <SheetButtons
              noun="Profit"
              name={`profit-by-${by}-${period.startDate}-${period.endDate}`}
              sheet={`Profit by ${by}`}
              columns={sheetColumns(by)}
              fetchRows={async () => groups}
            />
          </div>
        }
        note={
          groupCount > groups.length
            ? `The first ${formatCount(groups.length)} of ${formatCount(groupCount)}. Choose fewer days for the rest.`
            : undefined
        }
      >
        <Rows label={`Earned by ${name}`} items={groups} columns={earnedColumns(by)} keyOf={({ key }) => key ?? ''} />
      </Section>
      {isBooking && <BookExpense first="advertising" onClose={() => setBooking(false)} />}
    </>
  );
}
