import { useQuery } from '@tanstack/react-query';
import { SheetButtons } from '#admin/kit/SheetButtons.tsx';
import { chartQuery, fetchJournal } from './books-api.ts';
import { journalColumns, journalLines } from './journal-lines.ts';

/** Saves a month's journal, two lines for each payment. */
export function JournalDownload({ month }: { month: string }) {
  const { data: chart } = useQuery(chartQuery);
  return (
    <SheetButtons
      noun="Journal"
      name={`journal-${month}`}
      sheet={month}
      columns={journalColumns}
      fetchRows={async () => journalLines(await fetchJournal(month), chart ?? [])}
      isReady={chart !== undefined}
    />
  );
}
