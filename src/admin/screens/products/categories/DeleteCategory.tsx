import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { ApiFailure } from '#browser/api.ts';
import { asRecord } from '#browser/storage.ts';
import type { Category } from '#domain/categories/contract.ts';
import { deleteCategory } from './categories-api.ts';

interface Props {
  category: Category;
  onClose: () => void;
  onDeleted: (message: string) => void;
}

/** Confirms deleting a category. One that still has products is refused with their number. */
export function DeleteCategory({ category, onClose, onDeleted }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteCategory(category.id).catch(explain),
    onSuccess: () => onDeleted(`Category ${category.name} was deleted`),
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this category?"
      detail={`${category.name} leaves the shop.`}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete category"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}

function explain(error: unknown): never {
  if (!(error instanceof ApiFailure) || error.code !== 'category_in_use') throw error;
  const count = Number(asRecord(error.details)['count']);
  const products = count === 1 ? '1 product' : `${count} products`;
  const it = count === 1 ? 'it' : 'them';
  throw new ApiFailure(409, error.code, `This category still has ${products}. Move or delete ${it} first.`);
}
