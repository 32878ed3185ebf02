import Plus from 'virtual:icons/plus';
import { useState } from 'react';
import { useCategories } from '#admin/data/categories/queries.ts';
import { Banner } from '#admin/kit/Banner.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import type { CategoryDraft } from '#browser/product-drafts.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Category } from '#domain/categories/contract.ts';
import { AddCategory } from './AddCategory.tsx';
import { CategoryDrafts } from './CategoryDrafts.tsx';
import { CategoryList } from './CategoryList.tsx';
import { DeleteCategory } from './DeleteCategory.tsx';
import { EditCategory } from './EditCategory.tsx';
import { EditCategoryDraft } from './EditCategoryDraft.tsx';

type OpenCategory =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'delete'; category: Category }
  | { dialog: 'edit draft'; draft: CategoryDraft };

/** The dialog where categories are sorted, added, edited, hidden and deleted. */
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
        <p className="text-sm text-muted">Drag to change the order shoppers see.</p>
        <button type="button" onClick={() => show({ dialog: 'add' })} className="btn btn-primary px-4">
          <Plus className="size-4" />
          Add Category
        </button>
      </div>
      <div role="status">
        <Banner message={message} tone={/error/i.test(message) ? 'bad' : 'good'} onDismiss={() => setMessage('')} />
      </div>
      {categories && (
        <CategoryList
          categories={categories}
          onEdit={(category) => show({ dialog: 'edit', category })}
          onDelete={(category) => show({ dialog: 'delete', category })}
          onMessage={setMessage}
        />
      )}
      {!categories && (isError ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Loading categories…" />)}
      <CategoryDrafts
        canPublish={categories !== undefined && !isError}
        onEdit={(draft) => show({ dialog: 'edit draft', draft })}
      />
      {open?.dialog === 'add' && <AddCategory onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'edit' && <EditCategory category={open.category} onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'edit draft' && <EditCategoryDraft draft={open.draft} onClose={close} onSaved={setMessage} />}
      {open?.dialog === 'delete' && <DeleteCategory category={open.category} onClose={close} onDeleted={setMessage} />}
    </Dialog>
  );
}
