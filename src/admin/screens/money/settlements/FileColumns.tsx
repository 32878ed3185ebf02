import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { Select } from '#admin/kit/Select.tsx';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { Field } from '#components/Field.tsx';
import { MAPPED_FIELDS, type SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { FIELD_LABELS, headingKey, type MappedField, problemOfMapping } from '#domain/settlements/known-files.ts';
import { FileWords } from './FileWords.tsx';
import type { SettlementDraft } from './settlement-draft.ts';
import { putMapping } from './settlements-api.ts';

const FIELDS = [
  { value: 'ignored' as const, label: 'Left out' },
  ...MAPPED_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] })),
];

interface Props {
  draft: SettlementDraft;
  onClose: () => void;
  onBack: () => void;
  onMapped: (mapping: SettlementMapping) => void;
}

/** What each column of a courier's file holds, as it was guessed, to be corrected. It is kept with the courier. */
export function FileColumns({ draft: { courier, table, mapping: guessed }, onClose, onBack, onMapped }: Props) {
  const [mapping, setMapping] = useState(guessed);
  const [problem, setProblem] = useState('');
  const saving = useMutation({
    mutationFn: () => putMapping(courier.id, mapping),
    onSuccess: () => onMapped(mapping),
    onError: (failure) => setProblem(failureText(failure, 'Failed to remember the columns')),
  });
  const missing = problemOfMapping(mapping);
  const columns = withUniqueKeys(
    table.headings.flatMap((header, at) => (header ? { header, at } : [])),
    ({ header }) => header,
  );
  const fieldOf = (header: string): MappedField | 'ignored' =>
    mapping.columns.find((column) => headingKey(column.header) === headingKey(header))?.field ?? 'ignored';

  function choose(header: string, field: MappedField | 'ignored'): void {
    const others = mapping.columns.filter((column) => headingKey(column.header) !== headingKey(header));
    setMapping({ ...mapping, columns: field === 'ignored' ? others : [...others, { header, field }] });
  }

  return (
    <Dialog
      title={`What the columns of ${courier.name} hold`}
      size="wide"
      onClose={onClose}
      banner={<ErrorBanner message={problem} onDismiss={() => setProblem('')} />}
      footer={
        <>
          <button type="button" onClick={onBack} disabled={saving.isPending} className="btn btn-outline">
            Another file
          </button>
          <button
            type="button"
            disabled={missing !== '' || saving.isPending}
            onClick={() => saving.mutate()}
            className="btn btn-primary"
          >
            {saving.isPending ? 'Saving…' : 'Read the file'}
          </button>
        </>
      }
    >
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Compare the suggestions with the examples. They are kept with the courier, and its next file is read at once. Charges that
        have columns of their own, such as fuel and cash handling, are all “Other charge”.
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ key, item: { header, at } }) => (
          <Field key={key} label={header} hint={exampleOf(table.rows, at)}>
            {(control) => (
              <Select {...control} value={fieldOf(header)} options={FIELDS} onChange={(field) => choose(header, field)} />
            )}
          </Field>
        ))}
      </div>
      <FileWords table={table} mapping={mapping} onChange={setMapping} />
      {missing && (
        <p role="status" className="mt-4 text-danger">
          {missing}
        </p>
      )}
    </Dialog>
  );
}

/** The first cell that has something in it. */
function exampleOf(rows: SettlementDraft['table']['rows'], column: number): string {
  const example = rows.map(({ cells }) => cells[column]).find(Boolean) ?? '';
  return example ? `As in: ${example.length > 40 ? `${example.slice(0, 40)}…` : example}` : 'Empty';
}
