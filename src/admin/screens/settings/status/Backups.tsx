import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { BackupReport, ShopStatus } from '#domain/status/contract.ts';

/** The last backup, what became of one that failed, and the last test restore. */
export function Backups({ backups: { last, lastFailed, rehearsal } }: Pick<ShopStatus, 'backups'>) {
  const isFailing = lastFailed !== null && (last === null || lastFailed.madeAt > last.madeAt);
  return (
    <section className="mt-8">
      <h2 className="text-lg">Backups</h2>
      <ul className="panel mt-3 divide-y divide-line">
        <Report name="Last backup" report={last} none="There is none yet: “npm run backup” makes one." />
        {isFailing && <Report name="Tried since" report={lastFailed} none="" />}
        <Report
          name="Last test restore"
          report={rehearsal}
          none="There was none yet: “npm run backup -- --rehearse” restores the newest backup as a test."
        />
      </ul>
    </section>
  );
}

function Report({ name, report, none }: { name: string; report: BackupReport | null; none: string }) {
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {report &&
          (report.problem === null ? (
            <StatusBadge label={{ text: 'Good', tone: 'tone-done' }} />
          ) : (
            <StatusBadge label={{ text: 'Failed', tone: 'tone-stop' }} />
          ))}
        {report && <time dateTime={report.madeAt}>{formatMoment(report.madeAt)}</time>}
      </div>
      {report?.problem && <p className="mt-1 text-sm break-words">{report.problem}</p>}
      <p className="text-sm break-words text-ink-soft">{report ? contentOf(report) : none}</p>
    </li>
  );
}

function contentOf({ place, bytes, rows, files }: BackupReport): string {
  if (rows === 0) return place;
  const size =
    bytes >= 1_000_000 ? `${formatCount(Math.round(bytes / 1_000_000))} MB` : `${formatCount(Math.ceil(bytes / 1_000))} kB`;
  return `${formatCount(rows)} rows, ${formatCount(files)} photos, ${size} · ${place}`;
}
