import { useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { photo } from '#components/photo.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/products/contract.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { PieceSearch } from './PieceSearch.tsx';
import { choicesOf, type ReturnItem, sameWanted, type Wanted } from './wanted.ts';

interface Props {
  item: ReturnItem;
  /** The same piece anew may be asked for: something is wrong with the one that came. */
  mayKeepSame: boolean;
  wanted: Wanted | null;
  error: string | undefined;
  onChange: (wanted: Wanted | null) => void;
}

/** What is wanted instead of a piece: it in another size or colour, or any other piece of the shop. */
export function WantedPiece({ item, mayKeepSame, wanted, error, onChange }: Props) {
  const [other, setOther] = useState<CatalogItem>();
  const [isSearching, setIsSearching] = useState(false);
  const { product, problem } = useProduct(other?.id ?? item.productId);
  const choices = product ? choicesOf(product, item) : [];
  const name = `wanted ${item.itemId}`;
  const label = `Instead of ${item.productName}`;

  function pick(found: CatalogItem) {
    setOther(found.id === item.productId ? undefined : found);
    setIsSearching(false);
    // A piece that comes in no size or colour is chosen with the press.
    onChange(found.id !== item.productId && hasNoChoice(found) ? { productId: found.id } : null);
  }

  const hasNothingElse = !other && !mayKeepSame && (problem || (product && choices.length === 0));
  if (isSearching || hasNothingElse)
    return (
      <div className="w-full space-y-2">
        <PieceSearch label={`${label}: another piece`} name={name} error={error} onPick={pick} />
        {!hasNothingElse && <Switch text="Back" onPress={() => setIsSearching(false)} />}
      </div>
    );
  return (
    <div className="w-full space-y-2">
      {other && hasNoChoice(other) && <p className="field-label">{label}</p>}
      {other && <Picked item={other} />}
      {(!other || !hasNoChoice(other)) && (
        <Field label={label} error={error ?? (problem || undefined)}>
          {(control) => (
            <select
              {...control}
              name={name}
              value={choices.findIndex((one) => wanted && sameWanted(one.wanted, wanted))}
              onChange={({ target }) => onChange(choices[Number(target.value)]?.wanted ?? null)}
              className="field"
            >
              <option value={-1}>{mayKeepSame && !other ? 'The same piece' : product ? 'Please choose' : 'Loading…'}</option>
              {choices.map(({ text, isOut }, place) => (
                <option key={text} value={place} disabled={isOut}>
                  {isOut ? `${text} (sold out)` : text}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-x-6">
        <Switch text="Choose another piece" onPress={() => setIsSearching(true)} />
        {other && (
          <Switch
            text={`Back to ${item.productName}`}
            onPress={() => {
              setOther(undefined);
              onChange(null);
            }}
          />
        )}
      </div>
    </div>
  );
}

function hasNoChoice({ sizes, colors }: CatalogItem): boolean {
  return sizes.length === 0 && colors.length === 0;
}

function Picked({ item: { name, price, image } }: { item: CatalogItem }) {
  return (
    <p className="flex items-center gap-3">
      <img
        {...photo(image, { widths: [56, 112], sizes: '3rem' })}
        alt=""
        className="size-12 shrink-0 rounded-sm bg-sand object-cover"
      />
      <span className="min-w-0 grow font-medium break-words">{name}</span>
      <span className="shrink-0 text-sm tabular-nums">{formatPrice(price)}</span>
    </p>
  );
}

function Switch({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className="min-h-11 text-sm underline decoration-gold underline-offset-4">
      {text}
    </button>
  );
}

/** A product as it is now, null while it loads. */
function useProduct(id: string): { product: Product | null; problem: string } {
  const [loaded, setLoaded] = useState<{ id: string; product: Product | null; problem: string }>();
  useEffect(() => {
    let isHere = true;
    callApi<Product>('GET', `/products/${id}`).then(
      (product) => isHere && setLoaded({ id, product, problem: '' }),
      (failure: unknown) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        const problem = failure.status === 404 ? 'This piece is not sold any more' : 'The choices could not be loaded';
        if (isHere) setLoaded({ id, product: null, problem });
      },
    );
    return () => {
      isHere = false;
    };
  }, [id]);
  return loaded?.id === id ? loaded : { product: null, problem: '' };
}
