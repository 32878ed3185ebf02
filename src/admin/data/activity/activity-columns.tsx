import { fieldLabel } from '#admin/kit/field-conflicts.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Unbroken } from '#admin/kit/Unbroken.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { AuditEntry } from '#domain/audit-log/contract.ts';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import { activityText, changesOf, type FoldedEntry, fieldText, isEmpty, recordHref, timesText } from './activity-text.ts';

export const activityColumns: Column<FoldedEntry>[] = [
  {
    name: 'What',
    slot: 'title',
    cell: (entry) => (
      <>
        <p className="font-normal break-words">
          <span className="font-medium">{entry.actorName}</span> <Unbroken>{activityText(entry)}</Unbroken>
          <span className="text-muted">{timesText(entry)}</span>
        </p>
        <Details entry={entry} />
      </>
    ),
  },
  {
    name: 'Date & Time',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <Moment of={createdAt} />,
  },
  {
    name: 'As',
    slot: 'corner',
    cell: ({ role, isRefused }) =>
      isRefused ? <StatusBadge label={{ text: 'Refused', tone: 'tone-stop' }} /> : <span className="text-sm">{role || '–'}</span>,
  },
  { name: 'From', cell: ({ device }) => device || '–' },
];

/** Before and after, and where to find more, unfolded on request. */
function Details({ entry }: { entry: AuditEntry }) {
  const changes = entry.kind === 'session' ? [] : changesOf(entry);
  const href = recordHref(entry);
  if (changes.length === 0 && !href && !entry.requestId) return null;
  return (
    <details className="mt-1 text-sm font-normal">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-soft underline decoration-dotted underline-offset-4 lg:min-h-6">
        {changes.length > 0 ? 'Before and after' : 'Details'}
      </summary>
      <dl className="space-y-2 sm:space-y-1">
        {changes.map(({ name, before, after }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[9rem_1fr_1fr]">
            <dt className="text-muted">{fieldLabel(name)}</dt>
            <dd dir="auto" className="min-w-0 break-words whitespace-pre-line text-ink-soft">
              <span className="sr-only">Before: </span>
              <del className={isEmpty(before) ? 'no-underline' : ''}>{isEmpty(before) ? '–' : fieldText(name, before)}</del>
            </dd>
            <dd dir="auto" className="min-w-0 break-words whitespace-pre-line">
              <span className="sr-only">After: </span>
              <ins className="no-underline">{isEmpty(after) ? '–' : fieldText(name, after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 break-all text-muted">
        {href && (
          <Link href={href} className="quiet-link mr-3">
            Open the record
          </Link>
        )}
        {entry.operation}
        {entry.requestId && ` · request ${entry.requestId}`}
      </p>
    </details>
  );
}

const inLine = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${fieldLabel(name)}: ${fieldText(name, value)}`)
    .join('; ');

export const activityCsv: CsvColumn<AuditEntry>[] = [
  { name: 'Date & Time', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
  { name: 'Who', value: ({ actorName }) => actorName },
  { name: 'Role then', value: ({ role }) => role },
  { name: 'What', value: activityText },
  { name: 'Kind', value: ({ kind }) => kind },
  { name: 'Record', value: ({ subject }) => subject },
  { name: 'Refused', value: ({ isRefused }) => (isRefused ? 'yes' : '') },
  { name: 'Before', value: ({ before }) => inLine(before) },
  { name: 'After', value: ({ after }) => inLine(after) },
  { name: 'Device', value: ({ device }) => device },
  { name: 'Session', value: ({ sessionId }) => sessionId },
  { name: 'Operation', value: ({ operation }) => operation },
  { name: 'Request', value: ({ requestId }) => requestId },
];
