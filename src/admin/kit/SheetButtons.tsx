import Download from 'virtual:icons/download';
import { useState } from 'react';
import { type CsvColumn, toCsv } from '#domain/csv.ts';
import { download } from './download.ts';
import { useErrorBanner } from './error-banner.tsx';
import { MayButton } from './may.tsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props<Row> {
  /** What is saved, as the buttons say it: `Journal`. */
  noun: string;
  /** The files' name without its ending, and the workbook's sheet. */
  name: string;
  sheet: string;
  columns: CsvColumn<Row>[];
  fetchRows: () => Promise<Row[]>;
  isReady?: boolean;
}

/** Two buttons that save rows, as CSV and as a workbook. */
export function SheetButtons<Row>({ noun, name, sheet, columns, fetchRows, isReady = true }: Props<Row>) {
  const [isBusy, setBusy] = useState(false);
  const report = useErrorBanner();
  const failure = `Failed to download the ${noun.toLowerCase()}`;

  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    try {
      const rows = await fetchRows();
      if (format === 'csv') download(`${name}.csv`, toCsv(columns, rows));
      else {
        const { toXlsx } = await import('#domain/xlsx.ts');
        download(`${name}.xlsx`, toXlsx(sheet, columns, rows), XLSX);
      }
      report(null, failure);
    } catch (error) {
      report(error, failure);
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
          disabled={isBusy || !isReady}
          className="btn btn-outline px-4"
        >
          <Download className="size-4" />
          {noun} {format.toUpperCase()}
        </MayButton>
      ))}
    </>
  );
}
