import { saveCategoryDraft } from '#admin/data/drafts/drafts-store.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import type { CategoryDraft } from '#browser/product-drafts.ts';
import { newCategory } from '#domain/categories/contract.ts';
import { CategoryForm } from './CategoryForm.tsx';

interface Props {
  draft: CategoryDraft;
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Edits a category draft in this browser. */
export function EditCategoryDraft({ draft: { id, name, slug, image, description, noReturnReason }, onClose, onSaved }: Props) {
  const staffForm = useStaffForm({
    schema: newCategory,
    values: { name, slug, image: image ?? '', description, noReturnReason },
    save: async (fields) => {
      saveCategoryDraft(fields, id);
      onSaved(`The draft ${fields.name} was saved`);
    },
    onSaved: onClose,
    failure: 'Failed to save category',
  });
  return <CategoryForm title="Edit Draft" staffForm={staffForm} action="Save Draft" onClose={onClose} />;
}
