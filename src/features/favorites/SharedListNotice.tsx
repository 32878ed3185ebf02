import { useStore } from '@nanostores/react';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { $favorites, addFavorites } from './favorites-store.ts';

interface Props {
  /** What of the list is in the shop. */
  items: CatalogItem[];
  /** The others: their names, as far as this browser knows them. */
  gone: (string | undefined)[];
  isDamaged: boolean;
  /** Shows one's own favorites, after saying what was done. */
  onClose(said: string): void;
}

/** Says what list is shown, and what is missing in it. Nothing of it is a favorite before it is saved. */
export function SharedListNotice({ items, gone, isDamaged, onClose }: Props) {
  const favorites = useStore($favorites);
  const mine = new Set(favorites.map(({ id }) => id));
  const missing = items.filter(({ id }) => !mine.has(id));
  const isNothing = items.length === 0 && gone.length === 0;
  const save = () => {
    addFavorites(
      missing.map(({ id, name, category, image, price, originalPrice, stockQuantity }) => ({
        id,
        name,
        category,
        image,
        price,
        originalPrice,
        stockQuantity,
      })),
    );
    onClose(`${count(missing.length)} added to your favorites.`);
  };
  return (
    <section aria-labelledby="shared-title" className="mb-6 rounded-sm bg-cream p-5 sm:p-7">
      <h2 id="shared-title" className="text-3xl">
        {isNothing ? 'There is no list in this link' : 'A list shared with you'}
      </h2>
      {items.length > 0 && <p className="mt-2 text-ink-soft">Your own favorites stay as they are until you save something.</p>}
      {isNothing && (
        <p role="alert" className="mt-2 text-ink-soft">
          It may have been cut off or mistyped: ask for it again.
        </p>
      )}
      {items.length > 0 && isDamaged && (
        <p role="alert" className="mt-2 text-ink-soft">
          A part of the link cannot be read, so some pieces may be missing.
        </p>
      )}
      {gone.length > 0 && <p className="mt-2 break-words text-ink-soft">{goneText(gone)}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {missing.length > 0 && (
          <button type="button" onClick={save} className="btn btn-primary">
            Save all to my favorites
          </button>
        )}
        {items.length > 0 && missing.length === 0 && (
          <p className="flex min-h-11 items-center font-medium">All of it is in your favorites.</p>
        )}
        <button type="button" onClick={() => onClose('')} className="btn btn-outline">
          My own favorites
        </button>
      </div>
    </section>
  );
}

function goneText(gone: (string | undefined)[]): string {
  const names = gone.filter((name) => name !== undefined);
  const unnamed = gone.length - names.length;
  const pieces = [...names, ...(unnamed ? [names.length ? `${count(unnamed)} more` : count(unnamed)] : [])].join(', ');
  return `No longer in the shop and left out: ${pieces}.`;
}

function count(pieces: number): string {
  return `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`;
}
