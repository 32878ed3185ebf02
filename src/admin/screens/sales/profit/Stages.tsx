import type { ReactNode } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#domain/money.ts';
import type { StagesReport } from '#domain/reports/profit.ts';
import { STAGE_LABELS } from './profit-labels.ts';

/** How many orders passed each stage, as parts of the stage that most did: of a cohort, those placed. */
export function Stages({ stages, children }: { stages: StagesReport['stages']; children: ReactNode }) {
  const most = Math.max(...stages.map(({ orders }) => orders));
  return (
    <section aria-labelledby="stages-title" className="panel p-4 sm:p-5">
      <h2 id="stages-title" className="text-lg font-medium">
        From Placed to Settled
      </h2>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <ol className="mt-4 space-y-3">
        {stages.map(({ stage, orders, amount }) => (
          <li key={stage} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 sm:grid-cols-[8rem_1fr_11rem]">
            <span>{STAGE_LABELS[stage]}</span>
            <progress
              aria-label={`${STAGE_LABELS[stage]}: ${formatCount(orders)} of ${formatCount(most)}`}
              value={orders}
              max={most || 1}
              className="upload-progress max-sm:order-last max-sm:col-span-2"
            />
            <span className="text-right whitespace-nowrap tabular-nums">
              {formatCount(orders)} · {formatPrice(amount)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
