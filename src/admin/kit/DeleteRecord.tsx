import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { BaseRecord, RecordDefinition } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import { toast } from './toast.ts';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  item: Item;
  /** Which one it is, and what deleting it means. */
  detail: string;
  onClose: () => void;
}

/** Asks before a record is deleted. */
export function DeleteRecord<Item extends BaseRecord, Filters extends BaseFilters>({
  record: { noun, titleOf, remove },
  item,
  detail,
  onClose,
}: Props<Item, Filters>) {
  const { mutateAsync } = useMutation({
    mutationFn: () => remove(item.id),
    onSuccess: () => toast(`${titleOf(item)} was deleted`),
  });
  return (
    <ConfirmDialog
      question={`Are you sure you want to delete this ${noun}?`}
      detail={detail}
      action="Delete"
      busyAction="Deleting…"
      failure={`Failed to delete ${noun}`}
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
