import FileUp from 'virtual:icons/file-up';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FileDrop } from '#admin/kit/FileDrop.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { ApiFailure } from '#browser/api.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { ImportCheck } from '#domain/catalog/contract.ts';
import { DryRun } from './DryRun.tsx';
import { checkFile, importFile } from './import-api.ts';

const IMPORT_FAILED = 'Failed to import the file';

interface Checked {
  file: File;
  check: ImportCheck;
}

/** What is wrong with a file, without the name of the field that it was sent in. */
function complaintOf(failure: Error): Error {
  const [first] = failure instanceof ApiFailure ? failure.errors : [];
  return failure instanceof ApiFailure && first?.path === 'file'
    ? new ApiFailure(failure.status, failure.code, first.message)
    : failure;
}

/** Products from a file: a dry run says row by row what would happen, then all of it happens or nothing. */
export function ImportCatalog() {
  const report = useErrorBanner();
  const [checked, setChecked] = useState<Checked | null>(null);

  const checking = useMutation({
    mutationFn: async (file: File): Promise<Checked> => ({ file, check: await checkFile(file) }),
    onMutate: () => {
      setChecked(null);
      report(null, IMPORT_FAILED);
    },
    onSuccess: setChecked,
    onSettled: (_, failure) => report(failure && complaintOf(failure), 'Failed to check the file'),
  });

  const importing = useMutation({
    mutationFn: ({ file, check }: Checked) => importFile(file, check.fingerprint),
    onSuccess: ({ products }) => {
      setChecked(null);
      toast(`${countText('product', products)} ${products === 1 ? 'was' : 'were'} imported`);
    },
    onError: async (error, { file }) => {
      // What would happen now is another thing: it is shown first.
      if (error instanceof ApiFailure && error.code === 'catalogue_changed') await checking.mutateAsync(file).catch(() => {});
    },
    onSettled: (_, failure) => report(failure, IMPORT_FAILED),
  });

  return (
    <section aria-labelledby="import-products" className="panel mb-6 p-4 sm:p-6">
      <h2 id="import-products" className="text-xl">
        Products from a file
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Export the products, change them in a spreadsheet, and bring the file back as CSV. Columns and rows that you leave out
        stay as they are. You see what would happen before anything does.
      </p>
      <FileDrop
        label="Choose a CSV file"
        hint="or drop it here: up to 10,000 rows"
        accept=".csv,.txt,.tsv,text/csv"
        disabled={checking.isPending || importing.isPending}
        isNext={!checked}
        icon={<FileUp className="size-4" />}
        onFiles={([file]) => file && checking.mutate(file)}
      />
      {checking.isPending && <Spinner label="Checking the file…" />}
      {checked && (
        <DryRun
          key={checked.check.fingerprint}
          fileName={checked.file.name}
          check={checked.check}
          isImporting={importing.isPending}
          onImport={() => importing.mutate(checked)}
          onCancel={() => setChecked(null)}
        />
      )}
    </section>
  );
}
