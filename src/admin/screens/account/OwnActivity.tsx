import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { activityText, folded, timesText } from '#admin/data/activity/activity-text.ts';
import { FiguresTable } from '#admin/data/activity/FiguresTable.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { Pager } from '#admin/kit/Pager.tsx';
import { callStaffApiPage } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { Spinner } from '#components/Spinner.tsx';
import { auditEntry, staffFigures } from '#domain/audit-log/contract.ts';

const ownFigures = staffQuery('/audit-log/figures/mine', z.array(staffFigures));

const entries = z.array(auditEntry);

/** What the member confirmed, packed and did. Only they and owners see it. */
export function OwnActivity() {
  const [paging, setPaging] = useState({ page: 1, limit: 20 });
  const figures = useQuery(ownFigures);
  const { data, isError, refetch } = useQuery({
    queryKey: ['/audit-log/mine', paging],
    queryFn: ({ signal }) => callStaffApiPage('/audit-log/mine', { schema: entries, query: paging, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="own-activity" className="panel p-4 sm:p-5 lg:col-span-2">
      <h2 id="own-activity" className="text-xl">
        What you did
      </h2>
      <p className="mt-1 text-sm text-muted">
        Figures are of the last 30 days. Besides you, only owners see this; it is kept for two years.
      </p>
      {figures.data && <FiguresTable figures={figures.data} label="What you confirmed and packed" />}
      {data ? (
        <ul aria-label="What you did" className="divide-y divide-line border-t border-line">
          {folded(data.items).map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 break-words">
                You {activityText(entry).replace(/^was refused/, 'were refused')}
                {timesText(entry)}
              </span>
              <span className="text-sm text-muted">
                {formatMoment(entry.createdAt)}
                {entry.device && ` · ${entry.device}`}
              </span>
            </li>
          ))}
        </ul>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading what you did…" />
      )}
      {data && data.pagination.totalPages > 1 && (
        <Pager
          pagination={data.pagination}
          shown={data.items.length}
          noun="entries"
          onPage={(page) => setPaging({ ...paging, page })}
          onResize={(limit) => setPaging({ page: 1, limit })}
        />
      )}
    </section>
  );
}
