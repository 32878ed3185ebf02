import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/Icon.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { type FilterProps, ListingFilters } from './ListingFilters.tsx';

interface Props extends FilterProps {
  /** How many products are listed; undefined while they load. */
  shown: number | undefined;
  /** Undefined while nothing is chosen. */
  onRemoveAll: (() => void) | undefined;
  onClose(): void;
}

/** The filters, each once, which apply at once: from below on a phone, within reach of a thumb, and at the side of a larger screen. */
export function FilterPanel({ shown, onRemoveAll, onClose, ...filters }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    const panel = dialog.current;
    // The dialog itself is its backdrop.
    const leave = ({ target }: Event) => target === panel && panel?.close();
    panel?.addEventListener('click', leave);
    panel?.showModal();
    return () => panel?.removeEventListener('click', leave);
  }, []);
  const { query, change, choices, counts, place } = filters;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="filter-title"
      onClose={onClose}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85vh] w-full max-w-none overscroll-contain rounded-t-lg bg-ivory p-0 text-ink shadow-lift transition-[translate] duration-300 ease-calm md:inset-y-0 md:right-0 md:left-auto md:h-full md:max-h-none md:w-md md:rounded-none starting:translate-y-full md:starting:translate-x-full md:starting:translate-y-0"
    >
      <div className="flex max-h-[85vh] flex-col low:block low:max-h-none md:h-full md:max-h-none">
        <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
          <h2 id="filter-title" className="text-2xl">
            Filters
          </h2>
          <button type="button" aria-label="Close filters" className="btn-icon" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto overscroll-contain px-5 py-5 low:overflow-visible">
          {!place.category && (
            // On larger screens it stands above the list.
            <div className="md:hidden">
              <CategorySelect
                chosen={query.category}
                offered={choices.categories}
                countOf={counts?.category}
                onChoose={(category) => change({ category })}
              />
            </div>
          )}
          <ListingFilters {...filters} />
        </div>
        <div className="flex gap-3 border-t border-line px-5 py-3">
          <button type="button" className="btn btn-outline px-4 whitespace-nowrap" disabled={!onRemoveAll} onClick={onRemoveAll}>
            Remove all
          </button>
          <button type="button" className="btn btn-primary grow" onClick={close}>
            {showText(shown)}
          </button>
          <p role="status" className="sr-only">
            {shown === undefined ? 'Loading products' : `${shown} products`}
          </p>
        </div>
      </div>
    </dialog>
  );
}

function showText(shown: number | undefined): string {
  if (shown === undefined) return 'Show products';
  if (shown === 0) return 'No products match';
  return shown === 1 ? 'Show 1 product' : `Show ${shown} products`;
}
