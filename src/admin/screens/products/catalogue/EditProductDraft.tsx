import { saveProductDraft } from '#admin/data/drafts/drafts-store.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { Product } from '#domain/products/contract.ts';
import { ProductForm } from './ProductForm.tsx';
import { productForm, valuesOf } from './product-values.ts';

/** Edits a product draft in this browser. */
export function EditProductDraft({ draft, onClose }: { draft: Product; onClose: () => void }) {
  const staffForm = useStaffForm({
    schema: productForm,
    values: valuesOf(draft),
    save: async (fields) => {
      saveProductDraft(fields, draft.id);
      toast(`The draft ${fields.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to save product',
  });
  return <ProductForm title="Edit Draft" staffForm={staffForm} action="Save Draft" onClose={onClose} />;
}
