import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '#admin/kit/toast.ts';
import { pickDirty, useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { newProduct, stockMoved } from '#shared/schemas/product-edit.ts';
import type { Product } from '#shared/schemas/products.ts';
import { ProductForm } from './ProductForm.tsx';
import { valuesOf } from './product-values.ts';
import { products } from './products-api.ts';
import { StockChanged } from './StockChanged.tsx';

/** Edits a product; only changed fields are sent. A changed stock is sent with the stock the form showed. */
export function EditProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: (changes: { updatedAt: string }) => products.update(product.id, changes) });
  const edited = useEditVersion(product, () => products.fetch(product.id));
  const stockSeen = useRef(product.stockQuantity);
  const staffForm = useStaffForm({
    schema: newProduct,
    values: valuesOf(product),
    save: async (values, changed) => {
      const changes = pickDirty(values, changed);
      if (Object.keys(changes).length === 0) return;
      const seen = changes.stockQuantity === undefined ? {} : { stockSeen: stockSeen.current };
      await mutateAsync({ ...changes, ...seen, updatedAt: edited.version() });
      toast(`${values.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to update product',
  });
  const { form, refusal, submit } = staffForm;
  const stockChanged = refusal?.code === 'stock_moved' ? stockMoved.safeParse(refusal.details).data : undefined;

  function newestValues(newest: Product) {
    stockSeen.current = newest.stockQuantity;
    return valuesOf(newest);
  }

  /** Saves again, against the stock there is now. */
  function saveStock(now: number, stock: number): void {
    stockSeen.current = now;
    form.resetField('stockQuantity', { defaultValue: now });
    form.setValue('stockQuantity', stock, { shouldDirty: true });
    void submit();
  }

  return (
    <ProductForm
      title="Edit Product"
      staffForm={staffForm}
      action="Save Product"
      shopHref={`/product/${product.id}`}
      onClose={onClose}
      onReload={() => edited.reload(form, newestValues)}
      notice={
        stockChanged && (
          <StockChanged
            seen={stockSeen.current}
            typed={form.getValues('stockQuantity') ?? 0}
            now={stockChanged.stockQuantity}
            onChoose={(stock) => saveStock(stockChanged.stockQuantity, stock)}
          />
        )
      }
    />
  );
}
