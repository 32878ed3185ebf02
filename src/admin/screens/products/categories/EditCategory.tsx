import { useMutation } from '@tanstack/react-query';
import { pickDirty, useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type Category, type NewCategory, newCategory } from '#domain/categories/contract.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { fetchCategory, putCategory } from './categories-api.ts';

interface Props {
  category: Category;
  onClose: () => void;
  onSaved: (message: string) => void;
}

function valuesOf({ name, slug, image, description, noReturnReason }: Category) {
  return { name, slug, image: image ?? '', description, noReturnReason };
}

/** Edits a category. Its products follow when the slug changes. */
export function EditCategory({ category, onClose, onSaved }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: (changes: Partial<NewCategory> & { updatedAt: string }) => putCategory(category.id, changes),
  });
  const edited = useEditVersion(category, () => fetchCategory(category.id));
  const staffForm = useStaffForm({
    schema: newCategory,
    values: valuesOf(category),
    save: async (values, changed) => {
      const changes = pickDirty(values, changed);
      if (Object.keys(changes).length === 0) return;
      await mutateAsync({ ...changes, updatedAt: edited.version() });
      onSaved(`Category ${values.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to update category',
  });

  return (
    <CategoryForm
      title="Edit Category"
      staffForm={staffForm}
      action="Save Category"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    />
  );
}
