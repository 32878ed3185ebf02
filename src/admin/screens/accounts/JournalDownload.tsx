import Download from 'virtual:icons/download';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '#admin/kit/download.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { toCsv } from '#domain/csv.ts';
import { chartQuery, fetchJournal } from './books-api.ts';
import { journalColumns, journalLines } from './journal-lines.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const FAILURE = 'Failed to download the journal';

/** Saves a month's journal, two lines for each payment. */
export function JournalDownload({ month }: { month: string }) {
  const { data: chart } = useQuery(chartQuery);
  const [isBusy, setBusy] = useState(false);
  const report = useErrorBanner();

  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    try {
      const lines = journalLines(await fetchJournal(month), chart ?? []);
      const name = `journal-${month}.${format}`;
      if (format === 'csv') download(name, toCsv(journalColumns, lines));
      else {
        const { toXlsx } = await import('#domain/xlsx.ts');
        download(name, toXlsx(month, journalColumns, lines), XLSX);
      }
      report(null, FAILURE);
    } catch (error) {
      report(error, FAILURE);
    }
    setBusy(false);
  }

  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <MayButton
          key={format}
          right="export"
          onClick={() => save(format)}
          disabled={isBusy || !chart}
          className="btn btn-outline px-4"
        >
          <Download className="size-4" />
          Journal {format.toUpperCase()}
        </MayButton>
      ))}
    </>
  );
}
