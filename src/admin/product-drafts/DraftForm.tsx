import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { ProductDialog } from '#admin/products/ProductDialog.tsx';
import { valuesOf } from '#admin/products/product-values.ts';
import { newProduct } from '#shared/schemas/product-edit.ts';
import type { Product } from '#shared/schemas/products.ts';
import { saveProductDraft } from './drafts-store.ts';

/** Edits a product that is kept in this browser only. */
export function DraftForm({ draft, onClose }: { draft: Product; onClose: () => void }) {
  const staffForm = useStaffForm({
    schema: newProduct,
    values: valuesOf(draft),
    save: async (fields) => {
      saveProductDraft(fields, draft.id);
      toast(`The draft ${fields.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to save product',
  });
  return <ProductDialog title="Edit Draft" staffForm={staffForm} action="Save Draft" onClose={onClose} />;
}
