import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DraftRow } from '#admin/data/drafts/DraftRow.tsx';
import { $categoryDrafts, deleteDraft } from '#admin/data/drafts/drafts-store.ts';
import { usePublish } from '#admin/data/drafts/use-publish.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import type { CategoryDraft } from '#browser/product-drafts.ts';
import { postCategory } from './categories-api.ts';

interface Props {
  canPublish: boolean;
  onEdit: (draft: CategoryDraft) => void;
}

/** The category drafts of this browser, to publish once the shop can be reached. Renders nothing without drafts. */
export function CategoryDrafts({ canPublish, onEdit }: Props) {
  const drafts = useStore($categoryDrafts);
  const [toDelete, setToDelete] = useState<CategoryDraft | null>(null);
  const { publish, isBusy, problems } = usePublish({
    key: 'categories_v1',
    send: ({ name, slug, image, description, noReturnReason }: CategoryDraft) =>
      postCategory({ name, slug, image, description, noReturnReason }),
    failure: 'Failed to save category',
  });

  if (drafts.length === 0) return null;
  return (
    <ul aria-label="Category drafts" className="panel mt-4 divide-y divide-line">
      {drafts.map((draft) => (
        <DraftRow
          key={draft.id}
          name={draft.name}
          image={draft.image}
          note={`/${draft.slug} · in this browser only`}
          problem={problems[draft.id]}
          isBusy={isBusy}
          onPublish={canPublish ? () => void publish([draft]) : undefined}
          onEdit={() => onEdit(draft)}
          onDelete={() => setToDelete(draft)}
        />
      ))}
      {toDelete && (
        <ConfirmDialog
          question="Are you sure you want to delete this category?"
          detail={`The draft ${toDelete.name} is in this browser only.`}
          action="Delete"
          onConfirm={() => deleteDraft('categories_v1', toDelete.id)}
          onClose={() => setToDelete(null)}
        />
      )}
    </ul>
  );
}
