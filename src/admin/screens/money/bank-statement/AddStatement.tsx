import FileUp from 'virtual:icons/file-up';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { Field } from '#components/Field.tsx';
import { problemOfRoles, readLines, readTable, type StatementTable } from '#domain/payments/statement-file.ts';
import { rememberColumns, withKnownColumns } from './known-columns.ts';
import { StatementColumns } from './StatementColumns.tsx';
import { StatementPreview } from './StatementPreview.tsx';
import { postLines } from './statement-api.ts';

/** Beyond that no statement is. */
const MAX_BYTES = 3_000_000;

/** A statement is pasted or chosen, read here, looked at, and only then sent. */
export function AddStatement({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [table, setTable] = useState<StatementTable | null>(null);
  const [asRead, setAsRead] = useState<StatementTable | null>(null);
  const [problem, setProblem] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: postLines,
    onSuccess: ({ added, known }) => {
      if (asRead && table) rememberColumns(asRead, table.roles);
      toast(`${formatCount(added)} new${known > 0 ? `, ${formatCount(known)} were there already` : ''}`);
      onClose();
    },
    onError: (failure) => setProblem(failureText(failure, 'Failed to add the statement')),
  });
  const hasUnsaved = text.trim() !== '' || table !== null;
  const unsaved = useUnsavedChanges(hasUnsaved, (leave) => {
    leave();
    onClose();
  });
  const missing = table ? problemOfRoles(table.roles) : '';
  const read = table && !missing ? readLines(table) : null;

  function close(): void {
    if (sending.isPending) return;
    if (hasUnsaved) unsaved.askToDiscard();
    else onClose();
  }

  function look(content: string): void {
    const found = readTable(content);
    setProblem('error' in found ? found.error : '');
    setAsRead('error' in found ? null : found);
    setTable('error' in found ? null : withKnownColumns(found));
  }

  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return setProblem(`${chosen.name} is larger than 3 MB. Choose a shorter time at the bank.`);
    look(await chosen.text());
  }

  return (
    <Dialog
      title="Add a statement"
      size="wide"
      onClose={close}
      banner={<ErrorBanner message={problem} onDismiss={() => setProblem('')} />}
      footer={
        <>
          <button
            type="button"
            onClick={table ? () => setTable(null) : close}
            disabled={sending.isPending}
            className="btn btn-outline"
          >
            {table ? 'Back' : 'Cancel'}
          </button>
          {table ? (
            <button
              type="button"
              disabled={!read?.lines.length || sending.isPending}
              onClick={() => read && sending.mutate(read)}
              className="btn btn-primary"
            >
              {sending.isPending
                ? 'Adding…'
                : `Add ${formatCount(read?.lines.length ?? 0)} ${read?.lines.length === 1 ? 'line' : 'lines'}`}
            </button>
          ) : (
            <button type="button" onClick={() => look(text)} className="btn btn-primary">
              Look at it
            </button>
          )}
        </>
      }
    >
      {table ? (
        <>
          <StatementColumns table={table} onChange={(roles) => setTable({ ...table, roles })} />
          {missing && (
            <p role="status" className="mt-3 text-danger">
              {missing}
            </p>
          )}
          {read && <StatementPreview read={read} />}
        </>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-soft">
            Lines that were added before are recognised, so a statement may overlap the last one. Only money that came in is kept.
          </p>
          <button type="button" onClick={() => file.current?.click()} className="btn btn-outline mb-4 px-4">
            <FileUp className="size-4" />
            Choose a CSV file
          </button>
          <input
            ref={file}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            hidden
            aria-label="Choose a CSV file"
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              target.value = ''; // the same file can be chosen again
            }}
          />
          <Field
            label="Or paste its lines"
            hint="From the bank’s app, from Excel or from a CSV file, with the headings if there are any"
          >
            {(control) => (
              <textarea
                {...control}
                rows={8}
                value={text}
                spellCheck={false}
                onChange={({ target }) => setText(target.value)}
                className="field font-mono text-sm"
              />
            )}
          </Field>
        </>
      )}
      {unsaved.question}
    </Dialog>
  );
}
