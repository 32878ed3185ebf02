import { Plus } from 'lucide-react';
import { useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import type { CategoryDraft } from '#browser/product-drafts.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Category } from '#shared/schemas/categories.ts';
import { CategoryDraftForm } from './CategoryDraftForm.tsx';
import { CategoryDrafts } from './CategoryDrafts.tsx';
import { CategoryList } from './CategoryList.tsx';
import { CategoryMessage } from './CategoryMessage.tsx';
import { useCategories } from './categories-api.ts';
import { DeleteCategory } from './DeleteCategory.tsx';
import { EditCategoryForm } from './EditCategoryForm.tsx';
import { NewCategoryForm } from './NewCategoryForm.tsx';

export type OpenCategory =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'delete'; category: Category }
  | { dialog: 'edit draft'; draft: CategoryDraft };

/** The categories: their order, their names and pictures, and whether the shop shows them. */
export function CategoryManager({ onClose }: { onClose: () => void }) {
  const { data: categories, isError, refetch } = useCategories();
  const [message, setMessage] = useState('');
  const [open, setOpen] = useState<OpenCategory | null>(null);
  const close = () => setOpen(null);

  function show(next: OpenCategory) {
    setMessage('');
    setOpen(next);
  }

  return (
    <Dialog
      title="Manage Categories"
      onClose={onClose}
      footer={
        <button type="button" onClick={onClose} className="btn btn-outline">
          Close
        </button>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">In this order the shop shows them.</p>
        <button type="button" onClick={() => show({ dialog: 'add' })} className="btn btn-primary px-4">
          <Plus aria-hidden className="size-4" />
          Add Category
        </button>
      </div>
      <CategoryMessage message={message} onDismiss={() => setMessage('')} />
      {categories && <CategoryList categories={categories} onOpen={show} onMessage={setMessage} />}
      {!categories && (isError ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Loading categories…" />)}
      <CategoryDrafts canPublish={categories !== undefined && !isError} onOpen={show} />
      {open?.dialog === 'add' && <NewCategoryForm onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'edit' && <EditCategoryForm category={open.category} onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'edit draft' && <CategoryDraftForm draft={open.draft} onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'delete' && <DeleteCategory category={open.category} onClose={close} onDeleted={setMessage} />}
    </Dialog>
  );
}
