import { useMutation } from '@tanstack/react-query';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import * as z from 'zod';
import type { ApiFailure } from '#browser/api.ts';
import { isMasked } from '#domain/masked.ts';
import type { BaseRecord, RecordDefinition } from './define-record.ts';
import type { FieldConflict } from './field-conflicts.ts';
import type { BaseFilters } from './list-filters.ts';
import { toast } from './toast.ts';
import { pickDirty, useEditVersion } from './use-edit-version.ts';
import { type StaffForm, type StaffFormOptions, useStaffForm } from './use-staff-form.ts';

type FormOptions<Typed extends FieldValues, Sent> = Pick<StaffFormOptions<Typed, Sent>, 'schema' | 'incomplete'> & {
  onClose: () => void;
};

interface CreateOptions<Item, Typed extends FieldValues, Sent> extends FormOptions<Typed, Sent> {
  values: NoInfer<DefaultValues<Typed>>;
  /** What to say when it is done, unless 'Shipment SHP-10001 was created'. */
  news?: (item: Item) => string;
  /** Told of a refusal besides the form, with what sends it again. */
  onRefused?: (refusal: Error, retry: () => void) => void;
}

/** The form of a new record. Gives what a `FormDialog` takes. */
export function useCreateForm<
  Item extends BaseRecord,
  Filters extends BaseFilters,
  Typed extends FieldValues,
  Sent extends object,
>(
  record: RecordDefinition<Item, Filters>,
  { news = (item) => `${record.titleOf(item)} was created`, onRefused, onClose, ...form }: CreateOptions<Item, Typed, Sent>,
): { staffForm: StaffForm<Typed, Sent>; onClose: () => void } {
  const { mutateAsync } = useMutation({
    mutationFn: record.create,
    onSuccess: (item) => toast(news(item)),
    onError: (error) => onRefused?.(error, () => void staffForm.submit()),
  });
  const staffForm = useStaffForm({
    ...form,
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: `Failed to create ${record.noun}`,
  });
  return { staffForm, onClose };
}

interface EditOptions<Item, Typed extends FieldValues, Sent> extends FormOptions<Typed, Sent> {
  valuesOf: (item: Item) => NoInfer<DefaultValues<Typed>>;
  /** Which fields to send, where that is more than the changed ones. */
  dirtyOf?: (changed: Partial<Record<keyof Typed, unknown>>) => Partial<Record<keyof Typed, unknown>>;
  /** What saving again sends besides, to agree with what the refusal before has said. */
  agreed?: (refusal: ApiFailure) => object;
}

/** What a `FormDialog` takes to edit a record. */
interface EditForm<Typed extends FieldValues, Sent> {
  title: string;
  action: string;
  staffForm: StaffForm<Typed, Sent>;
  onClose: () => void;
  onReload: () => Promise<FieldConflict[]>;
}

function withoutMasked(typed: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(typed)).filter(([, value]) => typeof value !== 'string' || !isMasked(value)));
}

/** The form of a record that is there: sends the changed fields and the version they were changed from. Gives what a `FormDialog` takes. */
export function useEditForm<Item extends BaseRecord, Filters extends BaseFilters, Typed extends FieldValues, Sent extends object>(
  record: RecordDefinition<Item, Filters>,
  item: Item,
  { valuesOf, dirtyOf = (changed) => changed, agreed, onClose, ...form }: EditOptions<Item, Typed, Sent>,
): EditForm<Typed, Sent> {
  const { mutateAsync } = useMutation({
    mutationFn: (changes: { updatedAt: string }) => record.update(item.id, changes),
  });
  const edited = useEditVersion(item, () => record.fetch(item.id));
  const staffForm: StaffForm<Typed, Sent> = useStaffForm({
    ...form,
    // What the role does not see is neither checked nor sent: it stays as it is.
    schema: z.preprocess(withoutMasked, form.schema) as typeof form.schema,
    values: valuesOf(item),
    save: (fields, changed) => {
      const agreement = staffForm.refusal && agreed?.(staffForm.refusal);
      return mutateAsync({ ...pickDirty(fields, dirtyOf(changed)), ...agreement, updatedAt: edited.version() });
    },
    onSaved: () => {
      toast(`${record.titleOf(item)} was saved`);
      onClose();
    },
    failure: `Failed to update ${record.noun}`,
  });
  return {
    title: `Edit ${record.nameOf(item)}`,
    action: 'Save',
    staffForm,
    onClose,
    onReload: () => edited.reload(staffForm.form, valuesOf),
  };
}
