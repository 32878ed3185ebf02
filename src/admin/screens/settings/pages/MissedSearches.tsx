import X from 'virtual:icons/x';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatDay } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { MissedSearch } from '#domain/missed-searches/contract.ts';
import { missedSearchesQuery, type SettingsFields } from './settings-api.ts';

/** As many as one looks through. */
const SHOWN = 8;

/** What shoppers looked for and did not find. What a term means is written into the field of search words, to be saved with it. */
export function MissedSearches() {
  const { data: missed, isError, refetch } = useQuery(missedSearchesQuery);
  const [showsAll, setShowsAll] = useState(false);
  return (
    <section aria-labelledby="missed-title" className="mt-6 border-t border-line pt-5">
      <h2 id="missed-title" className="text-lg">
        Looked for and not found
      </h2>
      <p className="mt-1 text-sm text-muted">Searches of the last 30 days that found nothing. Who searched is not kept.</p>
      {isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : !missed ? (
        <Spinner />
      ) : missed.length === 0 ? (
        <p className="mt-3 text-ink-soft">Everything that people looked for was found.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {missed.slice(0, showsAll ? undefined : SHOWN).map((search) => (
            <Missed key={search.term} {...search} />
          ))}
        </ul>
      )}
      {missed && missed.length > SHOWN && !showsAll && (
        <button type="button" className="btn btn-outline mt-3" onClick={() => setShowsAll(true)}>
          {`Show all ${missed.length}`}
        </button>
      )}
    </section>
  );
}

function Missed({ term, searches, lastDay, alike }: MissedSearch) {
  const { getValues, setValue } = useFormContext<SettingsFields>();
  const words = useWatch<SettingsFields, 'search.words'>({ name: 'search.words' });
  const client = useQueryClient();
  const typed = useRef<HTMLInputElement>(null);
  const forget = useMutation({
    mutationFn: () => callStaffApi('DELETE', `/missed-searches/${encodeURIComponent(term)}`),
    onSuccess: () => client.invalidateQueries(missedSearchesQuery),
    onError: (error) => toast(failureText(error, 'The term could not be forgotten')),
  });

  function explain(meaning: string): void {
    const before = getValues('search.words').trimEnd();
    setValue('search.words', `${before}${before && '\n'}${meaning} = ${term}`, { shouldDirty: true, shouldValidate: true });
  }

  function explainTyped(): void {
    const meaning = typed.current?.value.trim();
    if (meaning) explain(meaning);
    else typed.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter saves the form around.
    event.preventDefault();
    explainTyped();
  }

  const isExplained = words.split('\n').some((line) =>
    line
      .split('=')[1]
      ?.split(',')
      .some((word) => word.trim() === term),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <p className="min-w-40 grow">
        <bdi className="font-medium break-words">{term}</bdi>
        <span className="block text-sm text-muted">{`${searches === 1 ? 'Once' : `${searches} times`}, last ${formatDay(lastDay)}`}</span>
      </p>
      {isExplained ? (
        <p className="text-sm text-ink-soft">Among the words above. Save to use it.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {alike.map((word) => (
            <button key={word} type="button" className="choice" onClick={() => explain(word)}>
              {`Means ${word}`}
            </button>
          ))}
          <input
            ref={typed}
            aria-label={`What the shop calls ${term}`}
            placeholder="Means …"
            autoComplete="off"
            onKeyDown={onKeyDown}
            className="field w-32"
          />
          <button type="button" className="btn btn-outline px-4" aria-label={`Add what ${term} means`} onClick={explainTyped}>
            Add
          </button>
        </div>
      )}
      <button
        type="button"
        className="btn-icon"
        aria-label={`Forget ${term}`}
        disabled={forget.isPending}
        onClick={() => forget.mutate()}
      >
        <X className="size-4" />
      </button>
    </li>
  );
}
