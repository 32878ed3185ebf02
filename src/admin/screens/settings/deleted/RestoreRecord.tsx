import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCategories } from '#admin/data/categories/queries.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Field } from '#components/Field.tsx';
import type { DeletableKind, DeletedRecord } from '#domain/deleted/contract.ts';
import { postRestoration } from './deleted-api.ts';

/** The effects of restoring a record. */
const EFFECTS: Record<DeletableKind, string> = {
  order: 'An open order takes its pieces out of stock again.',
  product: 'It is on sale again with the stock it has.',
  purchase_order: 'Stock stays as it is.',
  shipment: 'It is listed with its order again.',
};

/** Confirms restoring a record. A product whose category was deleted needs another one. */
export function RestoreRecord({ record, onClose }: { record: DeletedRecord; onClose: () => void }) {
  const { id, kind, name } = record;
  const [slug, setSlug] = useState('');
  const { mutateAsync } = useMutation({
    mutationFn: () => postRestoration({ kind, id, ...(slug ? { category: slug } : {}) }),
    onSuccess: () => toast(`${name} was restored`),
  });
  return (
    <ConfirmDialog
      question={`Restore ${name}?`}
      detail={EFFECTS[kind]}
      action="Restore"
      busyAction="Restoring…"
      failure="Failed to restore"
      onConfirm={mutateAsync}
      onClose={onClose}
      tone="plain"
    >
      {record.needsCategory && <CategoryChoice value={slug} onChange={setSlug} />}
    </ConfirmDialog>
  );
}

function CategoryChoice({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const { data = [] } = useCategories();
  return (
    <Field label="Its category was deleted. Choose another one." className="mt-4">
      {(control) => (
        <Select
          {...control}
          value={value}
          placeholder="Choose a category"
          options={data.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
