import { useMutation } from '@tanstack/react-query';
import { isShopUnreachable, saveCategoryDraft } from '#admin/data/drafts/drafts-store.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type NewCategory, newCategory } from '#domain/categories/contract.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { postCategory } from './categories-api.ts';

interface Props {
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Adds a category; saves it as a draft while the shop cannot be reached. */
export function AddCategory({ onClose, onSaved }: Props) {
  const { mutateAsync } = useMutation({ mutationFn: postCategory });

  async function save(fields: NewCategory) {
    try {
      await mutateAsync(fields);
      onSaved(`Category ${fields.name} was added`);
    } catch (error) {
      if (!isShopUnreachable(error)) throw error;
      saveCategoryDraft(fields);
      onSaved(`The shop cannot be reached: ${fields.name} is kept as a draft`);
    }
  }

  const staffForm = useStaffForm({
    schema: newCategory,
    values: { name: '', slug: '', image: '', description: '', noReturnReason: '' },
    save,
    onSaved: onClose,
    failure: 'Failed to create category',
  });
  return <CategoryForm title="Add Category" staffForm={staffForm} action="Add Category" onClose={onClose} />;
}
