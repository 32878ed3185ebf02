import { useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { type FieldConflict, findConflicts } from './field-conflicts.ts';

/**
 * The version of an entry that a form edits. It is sent with the changes, so that the server can refuse to write over
 * somebody else's newer one; `reload` brings that into the form, except for the fields changed here, and tells which of those
 * the other one changed as well.
 */
export function useEditVersion<Entry extends { updatedAt: string }>(entry: Entry, fetch: () => Promise<Entry>) {
  // Not what a list learns while the form is open: the version its fields were filled from.
  const seen = useRef(entry);
  return {
    version: () => seen.current.updatedAt,
    reload: async <Typed extends FieldValues, Sent>(
      form: UseFormReturn<Typed, unknown, Sent>,
      valuesOf: (entry: Entry) => DefaultValues<Typed>,
    ): Promise<FieldConflict[]> => {
      const newest = await fetch();
      const theirs = valuesOf(newest);
      const conflicts = findConflicts(valuesOf(seen.current), theirs, form.getValues());
      seen.current = newest;
      form.reset(theirs as Typed, { keepDirtyValues: true });
      return conflicts;
    },
  };
}
