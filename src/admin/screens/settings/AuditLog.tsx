import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { fieldLabel, valueText } from '#admin/kit/field-conflicts.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { Pager } from '#admin/kit/Pager.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { callStaffApiPage } from '#admin/platform/staff-api.ts';
import { Spinner } from '#components/Spinner.tsx';
import { type AuditEntry, auditEntry } from '#domain/audit-log/contract.ts';

/** Who changed what decides over money, contact and people, the latest first. For owners. */
export function AuditLog() {
  return <div className="panel p-4 sm:p-6">{useMay('see_activity') ? <Entries /> : 'Only owners see who changed what.'}</div>;
}

function Entries() {
  const [paging, setPaging] = useState({ page: 1, limit: 20 });
  const { data, isError, refetch } = useQuery({
    queryKey: ['/audit-log', paging],
    queryFn: ({ signal }) => callStaffApiPage('/audit-log', { schema: z.array(auditEntry), query: paging, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return isError ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
  if (data.items.length === 0) return <p className="text-sm text-ink-soft">Nothing was changed yet.</p>;
  return (
    <>
      <ul aria-label="Changes" className="divide-y divide-line">
        {data.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {data.pagination.totalPages > 1 && (
        <Pager
          pagination={data.pagination}
          shown={data.items.length}
          noun="changes"
          onPage={(page) => setPaging({ ...paging, page })}
          onResize={(limit) => setPaging({ page: 1, limit })}
        />
      )}
    </>
  );
}

function Entry({ entry: { createdAt, actorName, subject, before, after } }: { entry: AuditEntry }) {
  const names = Object.keys({ ...before, ...after });
  return (
    <li className="py-3 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{capitalized(subject.replace(/^staff /, 'staff member '))}</span>
        <span className="text-sm text-muted">
          {actorName}, {formatMoment(createdAt)}
        </span>
      </p>
      <dl className="mt-1 space-y-1 text-sm">
        {names.map((name) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">{fieldLabel(name)}:</dt>
            <dd className="min-w-0 break-words">
              <del className="text-muted">{shown(before[name])}</del> → <ins className="no-underline">{shown(after[name])}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function shown(value: unknown): string {
  return typeof value === 'string' && MOMENT.test(value) ? formatMoment(value) : valueText(value);
}
