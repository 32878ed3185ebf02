import { paymentName } from '#admin/data/payments/labels.ts';
import type { ChartAccount, JournalEntry } from '#domain/books/contract.ts';
import type { CsvColumn } from '#domain/csv.ts';

/** A line of a journal: one side of an entry. */
export interface JournalLine {
  entry: JournalEntry;
  account: ChartAccount | undefined;
  debit: number | null;
  credit: number | null;
}

/** Two lines of each entry: what the one account gets, and the other gives. */
export function journalLines(entries: JournalEntry[], chart: ChartAccount[]): JournalLine[] {
  const accounts = new Map(chart.map((one) => [one.account, one]));
  return entries.flatMap((entry) => [
    { entry, account: accounts.get(entry.debit), debit: entry.amount, credit: null },
    { entry, account: accounts.get(entry.credit), debit: null, credit: entry.amount },
  ]);
}

export const journalColumns: CsvColumn<JournalLine>[] = [
  { name: 'Date', value: ({ entry }) => entry.day },
  { name: 'Entry', value: ({ entry }) => entry.entry },
  { name: 'Account', value: ({ account }) => account?.number ?? null },
  { name: 'Account name', value: ({ account }) => account?.name ?? '' },
  { name: 'Debit', value: ({ debit }) => debit },
  { name: 'Credit', value: ({ credit }) => credit },
  { name: 'Reference', value: ({ entry }) => entry.reference },
  { name: 'Order', value: ({ entry }) => entry.orderNumber ?? '' },
  { name: 'Courier', value: ({ entry }) => entry.courier ?? '' },
  { name: 'What', value: ({ entry }) => paymentName({ kind: entry.kind, reverses: entry.isReversal ? entry.id : null }) },
];
