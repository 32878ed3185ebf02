import { useMutation } from '@tanstack/react-query';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { isOutOfReach, saveCategoryDraft } from '#admin/product-drafts/drafts-store.ts';
import { type NewCategory, newCategory } from '#shared/schemas/categories.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { postCategory } from './categories-api.ts';

interface Props {
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Adds a category; while the shop cannot be reached, keeps it as a draft in this browser. */
export function NewCategoryForm({ onClose, onSaved }: Props) {
  const { mutateAsync } = useMutation({ mutationFn: postCategory });

  async function save(fields: NewCategory) {
    try {
      await mutateAsync(fields);
      onSaved(`Category ${fields.name} was added`);
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      saveCategoryDraft(fields);
      onSaved(`The shop cannot be reached: ${fields.name} is kept as a draft`);
    }
  }

  const staffForm = useStaffForm({
    schema: newCategory,
    values: { name: '', slug: '', image: '' },
    save,
    onSaved: onClose,
    failure: 'Failed to create category',
  });
  return <CategoryDialog title="Add Category" staffForm={staffForm} action="Add Category" onClose={onClose} />;
}
