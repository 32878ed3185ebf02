import Download from 'virtual:icons/download';
import { useEffect, useRef, useState } from 'react';
import { type CsvColumn, toCsv } from '#domain/csv.ts';
import { download } from './download.ts';
import { useErrorBanner } from './error-banner.tsx';
import { today } from './formats.ts';
import { MayButton } from './may.tsx';

interface Props<Item, Row> {
  /** What is exported, and the file's name: `orders`. */
  noun: string;
  /** Default: `Export CSV`, for which phones have the icon alone. */
  label?: string;
  columns: CsvColumn<Row>[];
  /** The rows of a record in the file, where they are not the record itself. */
  rowsOf?: (item: Item) => Row[];
  /** All records, as they were at one moment. */
  fetchWhole: () => Promise<Item[]>;
}

/** Saves the whole list, as it is filtered and sorted now, as a CSV file. */
export function ExportButton<Item, Row = Item>({
  noun,
  label,
  columns,
  rowsOf = (item) => [item as unknown as Row],
  fetchWhole,
}: Props<Item, Row>) {
  const [isBusy, setBusy] = useState(false);
  const isHere = useRef(true);
  const report = useErrorBanner();
  const failure = `Failed to export ${noun}`;

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function save() {
    setBusy(true);
    try {
      const items = await fetchWhole();
      if (isHere.current) download(`${noun.replaceAll(' ', '-')}-${today()}.csv`, toCsv(columns, items.flatMap(rowsOf)));
      report(null, failure);
    } catch (error) {
      report(error, failure);
    }
    setBusy(false);
  }

  const text = isBusy ? 'Exporting…' : label;
  return (
    <MayButton right="export" onClick={save} disabled={isBusy} className="btn btn-outline px-4">
      <Download className="size-4" />
      <span aria-live="polite" className={text ? '' : 'max-sm:sr-only'}>
        {text ?? 'Export CSV'}
      </span>
    </MayButton>
  );
}
