import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { Product } from '#shared/schemas/products.ts';
import { deleteProduct } from './products-api.ts';

export function DeleteProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteProduct(product.id),
    onSuccess: () => toast(`${product.name} was deleted`),
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this product?"
      detail={`${product.name} leaves the shop and every list. Past orders and the stock history still name it.`}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete product"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
