import { paymentName } from '#admin/data/payments/labels.ts';
import type { ChartAccount, JournalEntry } from '#domain/books/contract.ts';
import type { CsvColumn } from '#domain/csv.ts';

/** A line of the file: one line of an entry. */
export interface JournalLine {
  entry: JournalEntry;
  account: ChartAccount | undefined;
  debit: number | null;
  credit: number | null;
}

/** The lines of all entries: what one account gets, and another gives. */
export function journalLines(entries: JournalEntry[], chart: ChartAccount[]): JournalLine[] {
  const accounts = new Map(chart.map((one) => [one.account, one]));
  return entries.flatMap((entry) =>
    entry.lines.map(({ account, debit, credit }) => ({ entry, account: accounts.get(account), debit, credit })),
  );
}

function entryName({ id, kind, isReversal }: JournalEntry): string {
  return kind === 'sale' ? 'Order posted' : paymentName({ kind, reverses: isReversal ? id : null });
}

export const journalColumns: CsvColumn<JournalLine>[] = [
  { name: 'Date', value: ({ entry }) => entry.day },
  { name: 'Entry', value: ({ entry }) => entry.id },
  { name: 'Account', value: ({ account }) => account?.number ?? null },
  { name: 'Account name', value: ({ account }) => account?.name ?? '' },
  { name: 'Debit', value: ({ debit }) => debit },
  { name: 'Credit', value: ({ credit }) => credit },
  { name: 'Reference', value: ({ entry }) => entry.reference },
  { name: 'Order', value: ({ entry }) => entry.orderNumber ?? '' },
  { name: 'Courier', value: ({ entry }) => entry.courier ?? '' },
  { name: 'What', value: ({ entry }) => entryName(entry) },
];
