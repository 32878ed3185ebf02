import { Eye, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from './DataList.tsx';

interface Actions<Item> {
  /** What an entry is called in the buttons' names: `order ORD-1042`. */
  nameOf: (item: Item) => string;
  onView: (item: Item) => void;
  onDelete: (item: Item) => void;
  /** What stands before them. */
  first?: (item: Item) => ReactNode;
}

/** The column of an entry's buttons: to look at it, and to delete it. */
export function rowActions<Item>({ nameOf, onView, onDelete, first }: Actions<Item>): Column<Item> {
  return {
    name: 'Actions',
    slot: 'actions',
    cell: (item) => (
      <div className="flex items-center justify-end gap-1">
        {first?.(item)}
        <button
          type="button"
          onClick={() => onView(item)}
          aria-label={`View details of ${nameOf(item)}`}
          className="btn-icon max-lg:hidden"
        >
          <Eye aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          onClick={() => onDelete(item)}
          aria-label={`Delete ${nameOf(item)}`}
          className="btn-icon text-muted hover:text-danger"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    ),
  };
}
