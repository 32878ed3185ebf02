import { useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The version of an entry that a form edits. It is sent with the changes, so that the server can refuse to write over
 * somebody else's newer one; `reload` brings that into the form, except for the fields changed here.
 */
export function useEdited<Entry extends { updatedAt: string }>(entry: Entry, fetch: () => Promise<Entry>) {
  // Not what a list learns while the form is open: the version its fields were filled from.
  const seen = useRef(entry.updatedAt);
  return {
    version: () => seen.current,
    reload: async <Typed extends FieldValues, Sent>(
      form: UseFormReturn<Typed, unknown, Sent>,
      valuesOf: (entry: Entry) => DefaultValues<Typed>,
    ) => {
      const newest = await fetch();
      seen.current = newest.updatedAt;
      form.reset(valuesOf(newest) as Typed, { keepDirtyValues: true });
    },
  };
}
