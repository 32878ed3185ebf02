import { useMutation } from '@tanstack/react-query';
import { changesOf } from '#admin/kit/changes-of.ts';
import { toast } from '#admin/kit/toast.ts';
import { useEdited } from '#admin/kit/use-edited.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { Product } from '#shared/schemas/product.ts';
import { newProduct } from '#shared/schemas/product-edit.ts';
import { ProductDialog } from './ProductDialog.tsx';
import { valuesOf } from './product-values.ts';
import { fetchProduct, type ProductChanges, putProduct } from './products-api.ts';

/** Edits a product: what was changed is sent, and nothing else. */
export function EditProductForm({ product, onClose }: { product: Product; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (changes: ProductChanges) => putProduct(product.id, changes) });
  const edited = useEdited(product, () => fetchProduct(product.id));
  const staffForm = useStaffForm({
    schema: newProduct,
    values: valuesOf(product),
    save: async (values, changed) => {
      const changes = changesOf(values, changed);
      if (Object.keys(changes).length === 0) return;
      await mutateAsync({ ...changes, updatedAt: edited.version() });
      toast(`${values.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to save product',
  });

  return (
    <ProductDialog
      title="Edit Product"
      staffForm={staffForm}
      action="Save Product"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    />
  );
}
