import { useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { type FieldConflict, findConflicts } from './field-conflicts.ts';

/**
 * The version of a record that a form edits. It is sent with the changes, so that the server can refuse to overwrite a newer one.
 * `reload` brings that newer one into the form, except for the fields changed here, and gives those that both changed.
 */
export function useEditVersion<Item extends { updatedAt: string }>(item: Item, fetch: () => Promise<Item>) {
  // The list may learn of a newer version while the form is open: the fields were filled from this one.
  const opened = useRef(item);
  return {
    version: () => opened.current.updatedAt,
    reload: async <Typed extends FieldValues, Sent>(
      form: UseFormReturn<Typed, unknown, Sent>,
      valuesOf: (item: Item) => DefaultValues<Typed>,
    ): Promise<FieldConflict[]> => {
      const newest = await fetch();
      const theirs = valuesOf(newest);
      const conflicts = findConflicts(valuesOf(opened.current), theirs, form.getValues());
      opened.current = newest;
      form.reset(theirs as Typed, { keepDirtyValues: true });
      return conflicts;
    },
  };
}

/** The changed fields of a form. The others are not sent, so they stay as the server has them. */
export function pickDirty<Sent extends object>(values: Sent, changed: Partial<Record<string, unknown>>): Partial<Sent> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed[name])) as Partial<Sent>;
}
