import FileUp from 'virtual:icons/file-up';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#admin/data/couriers/queries.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { FileDrop } from '#admin/kit/FileDrop.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import { draftOf, type SettlementDraft } from './settlement-draft.ts';

interface Props {
  onClose: () => void;
  onChosen: (draft: SettlementDraft) => void;
}

/** Which courier paid, and its file. */
export function ChooseFile({ onClose, onChosen }: Props) {
  const { data: couriers = [], error } = useQuery(couriersQuery);
  const [courierId, setCourierId] = useState('');
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState('');
  const courier = couriers.find(({ id }) => id === courierId) ?? (couriers.length === 1 ? couriers[0] : undefined);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    if (!courier) return setProblem('Choose the courier first');
    setReading(true);
    setProblem('');
    try {
      const draft = await draftOf(courier, file);
      if ('error' in draft) setProblem(draft.error);
      else onChosen(draft);
    } catch (failure) {
      setProblem(failureText(failure, `${file.name} could not be opened`));
    } finally {
      setReading(false);
    }
  }

  return (
    <Dialog
      title="Add a settlement file"
      onClose={onClose}
      banner={
        <ErrorBanner
          message={problem || (error ? failureText(error, 'Failed to load the couriers') : '')}
          onDismiss={() => setProblem('')}
        />
      }
      footer={
        <button type="button" onClick={onClose} className="btn btn-outline">
          Cancel
        </button>
      }
    >
      <Field label="Courier" className="mb-4">
        {(control) => (
          <Select
            {...control}
            value={courier?.id ?? ''}
            placeholder="Choose the courier"
            options={couriers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              setCourierId(id);
              setProblem('');
            }}
          />
        )}
      </Field>
      <FileDrop
        label={isReading ? 'Reading…' : 'Choose its file'}
        hint="or drop it here: CSV, XLSX, or the “.xls” of its portal"
        accept=".csv,.txt,.tsv,.xls,.xlsx,.htm,.html,text/csv,text/html"
        disabled={isReading}
        isNext
        icon={<FileUp className="size-4" />}
        onFiles={([file]) => void choose(file)}
      />
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        Choose it as it was downloaded. Excel turns long tracking numbers into 2.5E+13 when it saves a CSV, and such a file cannot
        be read.
      </p>
    </Dialog>
  );
}
