import { useMutation } from '@tanstack/react-query';
import { isShopUnreachable, saveProductDraft } from '#admin/data/drafts/drafts-store.ts';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { NewProduct } from '#domain/products/edit.ts';
import { ProductForm } from './ProductForm.tsx';
import { BLANK, newProductOf, productForm } from './product-values.ts';
import { products } from './products-api.ts';

/** Adds a product; saves it as a draft while the shop cannot be reached. */
export function AddProduct({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: products.create });

  async function save(fields: NewProduct) {
    try {
      await mutateAsync(newProductOf(fields));
      toast(`${fields.name} was added`);
    } catch (error) {
      if (!isShopUnreachable(error)) throw error;
      saveProductDraft(fields);
      toast(`The shop cannot be reached: ${fields.name} is kept as a draft`);
    }
  }

  const staffForm = useStaffForm({
    schema: productForm,
    values: BLANK,
    save,
    onSaved: onClose,
    failure: 'Failed to create product',
  });
  return <ProductForm title="Add Product" staffForm={staffForm} action="Add Product" onClose={onClose} />;
}
