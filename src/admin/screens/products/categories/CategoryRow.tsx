import Pencil from 'virtual:icons/pencil';
import Trash from 'virtual:icons/trash';
import type { ReactNode } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import type { Category } from '#domain/categories/contract.ts';

interface Props {
  category: Category;
  /** The drag handle and the buttons to move it. */
  controls: ReactNode;
  isBusy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function CategoryRow({ category: { name, slug, image, count, isActive }, controls, isBusy, ...act }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-2 sm:flex-nowrap">
      <Thumbnail src={image} />
      <div className="min-w-32 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm break-words text-muted">
          /{slug} · {formatCount(count)} {count === 1 ? 'product' : 'products'}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end">
        <label className="flex min-h-11 items-center gap-2 px-2 text-sm">
          <input
            type="checkbox"
            checked={isActive}
            disabled={isBusy}
            onChange={act.onToggle}
            aria-label={`Active: ${name}`}
            className="checkbox"
          />
          Active
        </label>
        {controls}
        <button type="button" onClick={act.onEdit} aria-label={`Edit category ${name}`} className="btn-icon">
          <Pencil className="size-5" />
        </button>
        <button
          type="button"
          onClick={act.onDelete}
          aria-label={`Delete category ${name}`}
          className="btn-icon text-muted hover:text-danger"
        >
          <Trash className="size-5" />
        </button>
      </div>
    </div>
  );
}
