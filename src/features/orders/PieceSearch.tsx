import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { photo } from '#components/photo.ts';
import { formatPrice } from '#domain/money.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import type { Finder } from '#features/search/finder.ts';

/** As many as a phone shows without hiding the rest of the form. */
const SHOWN = 5;

interface Props {
  label: string;
  /** By which the form finds the box. */
  name: string;
  error: string | undefined;
  onPick: (item: CatalogItem) => void;
}

/** Any piece of the shop, searched in the catalogue that loads with it. */
export function PieceSearch({ label, name, error, onPick }: Props) {
  const [typed, setTyped] = useState('');
  const [finder, setFinder] = useState<Finder>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    import('#features/search/finder.ts')
      .then(({ loadFinder }) => loadFinder())
      .then(
        (loaded) => isHere && setFinder(loaded),
        () => isHere && setHasFailed(true),
      );
    return () => {
      isHere = false;
    };
  }, []);
  const term = typed.trim();
  const found = finder && term ? finder.find(term).items : [];
  const offered = found.filter(({ stockQuantity }) => stockQuantity > 0).slice(0, SHOWN);
  return (
    <div className="w-full">
      <Field label={label} error={error ?? (hasFailed ? 'The pieces could not be loaded. Please reload the page.' : undefined)}>
        {(control) => (
          <input
            {...control}
            type="search"
            name={name}
            value={typed}
            placeholder="Name, colour or article number"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="field"
          />
        )}
      </Field>
      <p role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {term && !finder && !hasFailed && 'Loading…'}
        {term && finder && offered.length === 0 && 'Nothing in stock is called that'}
      </p>
      {offered.length > 0 && (
        <ul aria-label="Found pieces" className="mt-1 divide-y divide-line rounded-sm border border-line bg-white">
          {offered.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => onPick(item)}
                className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left hover:bg-cream"
              >
                <img
                  {...photo(item.image, { widths: [56, 112], sizes: '3rem' })}
                  alt=""
                  className="size-12 shrink-0 rounded-sm bg-sand object-cover"
                />
                <span className="min-w-0 grow break-words">{item.name}</span>
                <span className="shrink-0 text-sm tabular-nums">{formatPrice(item.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
