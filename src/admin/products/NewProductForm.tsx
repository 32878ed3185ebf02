import { useMutation } from '@tanstack/react-query';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { isOutOfReach, saveProductDraft } from '#admin/product-drafts/drafts-store.ts';
import { type NewProduct, newProduct } from '#shared/schemas/product-edit.ts';
import { ProductDialog } from './ProductDialog.tsx';
import { BLANK } from './product-values.ts';
import { postProduct } from './products-api.ts';

/** Adds a product; while the shop cannot be reached, keeps it as a draft in this browser. */
export function NewProductForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: postProduct });

  async function save(fields: NewProduct) {
    try {
      await mutateAsync(fields);
      toast(`${fields.name} was added`);
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      saveProductDraft(fields);
      toast(`The shop cannot be reached: ${fields.name} is kept as a draft`);
    }
  }

  const staffForm = useStaffForm({
    schema: newProduct,
    values: BLANK,
    save,
    onSaved: onClose,
    failure: 'Failed to create product',
  });
  return <ProductDialog title="Add Product" staffForm={staffForm} action="Add Product" onClose={onClose} />;
}
