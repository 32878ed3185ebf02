import Undo2 from 'virtual:icons/undo-2';
import type { ProductsAtOnce } from './use-products-at-once.ts';

/** Says for a minute what was changed at once, with the button that undoes it. */
export function UndoNotice({ atOnce: { undoable, undo, isUndoing } }: { atOnce: ProductsAtOnce }) {
  return (
    // In sight wherever the list is scrolled to.
    <div role="status" className="sticky top-20 z-10">
      {undoable && (
        <p className="panel mb-4 flex shadow-lift items-center justify-between gap-3 py-1 pr-1 pl-4 text-sm">
          {undoable.text}
          <button type="button" onClick={undo} disabled={isUndoing} className="btn btn-outline px-3">
            <Undo2 className="size-4" />
            {isUndoing ? 'Undoing…' : 'Undo'}
          </button>
        </p>
      )}
    </div>
  );
}
