import { useState } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { IMPORT_ROW_STATUSES, type ImportCheck, type ImportRow, type ImportRowStatus } from '#domain/catalog/contract.ts';

const LABELS: Record<ImportRowStatus, { text: string; tone: string }> = {
  new: { text: 'New', tone: 'tone-done' },
  changed: { text: 'Changed', tone: 'tone-wait' },
  unchanged: { text: 'Unchanged', tone: 'tone-none' },
  refused: { text: 'Refused', tone: 'tone-stop' },
};

/** Rows shown at first, and with each press on "Show more". */
const STEP = 50;

interface Props {
  fileName: string;
  check: ImportCheck;
  isImporting: boolean;
  onImport: () => void;
  onCancel: () => void;
}

/** What a file would do, row by row, and the button that does it. */
export function DryRun({ fileName, check: { rows, notes, warning }, isImporting, onImport, onCancel }: Props) {
  const rowsOf = (wanted: ImportRowStatus) => rows.filter(({ status }) => status === wanted);
  const countOf = (status: ImportRowStatus) => rowsOf(status).length;
  const [shown, setShown] = useState<ImportRowStatus>(
    () => (['refused', 'changed', 'new'] as const).find((status) => countOf(status) > 0) ?? 'unchanged',
  );
  const [length, setLength] = useState(STEP);
  const listed = rowsOf(shown);
  const doing = countOf('new') + countOf('changed');

  function show(status: ImportRowStatus) {
    setShown(status);
    setLength(STEP);
  }

  return (
    <div className="mt-5">
      <p role="status" className="font-medium break-words">
        {verdict(fileName, doing, countOf('refused'))}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-1 text-sm text-muted">
          {note}
        </p>
      ))}
      {warning && (
        <p role="note" className="mt-3 rounded-md bg-notice px-4 py-3 text-sm break-words">
          {warning}
        </p>
      )}
      <fieldset className="mt-4 flex flex-wrap gap-2">
        <legend className="sr-only">Rows by what happens to them</legend>
        {IMPORT_ROW_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === shown}
            disabled={countOf(status) === 0}
            onClick={() => show(status)}
            className="btn btn-outline px-3 aria-pressed:border-gold aria-pressed:bg-cream"
          >
            {LABELS[status].text}
            <span className="tabular-nums">{formatCount(countOf(status))}</span>
          </button>
        ))}
      </fieldset>
      <ul aria-label={`${LABELS[shown].text} rows`} className="mt-3 divide-y divide-line rounded-lg border border-line">
        {listed.slice(0, length).map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </ul>
      {listed.length > length && (
        <button type="button" onClick={() => setLength(length + STEP)} className="btn btn-outline mt-3">
          Show more ({formatCount(listed.length - length)})
        </button>
      )}
      <div className="sticky bottom-(--phone-bar) -mx-4 mt-4 flex flex-wrap justify-end gap-3 border-t border-line bg-white px-4 py-3 sm:-mx-6 sm:px-6">
        <button type="button" onClick={onCancel} disabled={isImporting} className="btn btn-outline">
          Cancel
        </button>
        <button
          type="button"
          onClick={onImport}
          disabled={isImporting || doing === 0 || countOf('refused') > 0}
          className="btn btn-primary"
        >
          {isImporting ? 'Importing…' : `Import ${formatCount(doing)} ${doing === 1 ? 'row' : 'rows'}`}
        </button>
      </div>
    </div>
  );
}

function verdict(fileName: string, doing: number, refused: number): string {
  if (refused > 0) {
    return `${fileName}: ${formatCount(refused)} ${refused === 1 ? 'row is' : 'rows are'} refused. Put them right and choose the file again; until then nothing is imported.`;
  }
  return doing === 0
    ? `${fileName} changes nothing: the shop already matches it.`
    : `${fileName} can be imported. Nothing has been changed yet.`;
}

function Row({ row: { line, status, product, choice, changes, problems } }: { row: ImportRow }) {
  const { text, tone } = LABELS[status];
  return (
    <li className="grid gap-x-5 gap-y-1 px-4 py-3 text-sm lg:grid-cols-[15rem_1fr]">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-muted tabular-nums">
          Line {formatCount(line)} <span className={`badge ${tone}`}>{text}</span>
        </p>
        <p className="mt-1 line-clamp-2 font-medium break-words">{product || '–'}</p>
        {choice && <p className="text-ink-soft">{choice}</p>}
      </div>
      <dl className="min-w-0 space-y-1">
        {problems.map(({ column, message }) => (
          <div key={column + message} className="break-words">
            <dt className="inline font-medium">{column || 'Row'}: </dt>
            <dd className="inline text-danger">{message}</dd>
          </div>
        ))}
        {changes.map(({ column, before, after }) => (
          <div key={column} className="break-words">
            <dt className="inline font-medium">{column}: </dt>
            <dd className="inline">
              {before && (
                <>
                  <s className="text-muted">{before}</s>
                  <span className="sr-only"> becomes</span>
                  <span aria-hidden> → </span>
                </>
              )}
              {after || <span className="text-muted">empty</span>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
