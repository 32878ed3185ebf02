import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, FormProvider, type PathValue } from 'react-hook-form';
import type * as z from 'zod';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { FieldConflicts } from '#admin/kit/FieldConflicts.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { toast } from '#admin/kit/toast.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { Spinner } from '#components/Spinner.tsx';
import { SaveBar } from './SaveBar.tsx';
import { mergeSettings } from './settings-changes.ts';

interface Versioned {
  /** Null when nothing was ever saved. */
  updatedAt: string | null;
}

interface Props<Typed extends FieldValues, Sent, Saved extends Versioned> {
  /** What the form is called. */
  label: string;
  /** Fetches what is saved. */
  query: UseQueryOptions<Saved, Error, Saved, QueryKey>;
  schema: z.ZodType<Sent, Typed>;
  fieldsOf: (saved: Saved) => Typed;
  /** Stores what was typed over the version that the form was opened with. */
  save: (sent: Sent, opened: Saved) => Promise<Saved>;
  /** What to say then: 'The limits were saved'. */
  done: string;
  /** What to say when the server gives no reason: 'Failed to save the limits'. */
  failure: string;
  /** Only shown, not changed. */
  isReadOnly?: boolean;
  children: ReactNode;
}

/** A form on what is saved once for the whole shop: fetched, changed, merged with what somebody else saved meanwhile, and kept through every failure. */
export function SavedForm<Typed extends FieldValues, Sent, Saved extends Versioned>(props: Props<Typed, Sent, Saved>) {
  const { data, isError, isFetching, refetch } = useQuery(props.query);
  if (data) return <Loaded {...props} saved={data} onRefetch={() => refetch().then(({ data }) => data)} />;
  return isError && !isFetching ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
}

interface LoadedProps<Typed extends FieldValues, Sent, Saved extends Versioned> extends Props<Typed, Sent, Saved> {
  saved: Saved;
  onRefetch: () => Promise<Saved | undefined>;
}

function Loaded<Typed extends FieldValues, Sent, Saved extends Versioned>({
  label,
  query,
  schema,
  fieldsOf,
  save,
  done,
  failure,
  isReadOnly = false,
  children,
  saved,
  onRefetch,
}: LoadedProps<Typed, Sent, Saved>) {
  /** The version shown in the fields. */
  const opened = useRef(saved);
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (sent: Sent) => save(sent, opened.current),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  const { form, submit, errorText, setErrorText, isConflict } = useStaffForm<Typed, Sent>({
    schema,
    values: fieldsOf(saved) as never,
    save: async (sent) => take(await mutateAsync(sent)),
    onSaved: () => {
      setConflicts([]);
      toast(done);
    },
    failure,
  });
  const { isDirty, isSubmitting } = form.formState;

  function take(newest: Saved): void {
    opened.current = newest;
    form.reset(fieldsOf(newest));
  }

  // A newer version saved by somebody else shows while nothing is typed.
  useEffect(() => {
    if (isDirty || isSubmitting || (saved.updatedAt ?? '') <= (opened.current.updatedAt ?? '')) return;
    opened.current = saved;
    form.reset(fieldsOf(saved));
  }, [saved, isDirty, isSubmitting, form, fieldsOf]);

  // The bar grows by what went wrong, and must not cover the field that is in work.
  useEffect(() => {
    if (errorText) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [errorText]);

  const unsaved = useUnsavedChanges(isDirty, (leave) => {
    form.reset(fieldsOf(opened.current));
    setErrorText('');
    setConflicts([]);
    void onRefetch();
    leave();
  });

  async function reload() {
    try {
      const newest = await client.fetchQuery({ ...query, queryKey: query.queryKey, staleTime: 0 });
      const { merged, conflicts } = mergeSettings(fieldsOf(opened.current), fieldsOf(newest), form.getValues());
      take(newest);
      for (const name of Object.keys(merged) as FieldPath<Typed>[]) {
        form.setValue(name, merged[name] as PathValue<Typed, FieldPath<Typed>>, { shouldDirty: true });
      }
      setConflicts(conflicts);
      setErrorText('');
    } catch (error) {
      setErrorText(failureText(error, 'Failed to load the newer version'));
    }
  }

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate aria-label={label} className="space-y-5">
        <fieldset role="presentation" disabled={isReadOnly} className="panel min-w-0 p-4 sm:p-6 [&_.field]:scroll-mb-28">
          {children}
        </fieldset>
        {!isReadOnly && (
          <SaveBar
            isDirty={isDirty}
            isSaving={isSubmitting}
            onDiscard={unsaved.askToDiscard}
            errorText={errorText}
            onDismiss={() => setErrorText('')}
          >
            {isConflict && errorText && (
              <button type="button" onClick={() => void reload()} className="btn btn-outline mb-3">
                Reload, keeping my changes
              </button>
            )}
            <FieldConflicts conflicts={conflicts} />
          </SaveBar>
        )}
      </form>
      {unsaved.question}
    </FormProvider>
  );
}
