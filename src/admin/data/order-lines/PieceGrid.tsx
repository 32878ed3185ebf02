import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import { Field } from '#components/Field.tsx';
import type { Product } from '#domain/products/contract.ts';
import { photosQuery, pieceOfSku } from './piece-queries.ts';

interface Props {
  onPick: (piece: { productId: string; color: string; size: string }) => void;
}

const IN_LINK = /\/products?\/([0-9a-f]{24})/i;

/** Products by photo: the newest ones, or what was typed. A product's link and an SKU with Enter are taken at once. */
export function PieceGrid({ onPick }: Props) {
  const [typed, setTyped] = useState('');
  const { data: products = [] } = useQuery(photosQuery(useDebouncedValue(typed.trim())));

  function type(text: string) {
    const [, productId] = IN_LINK.exec(text) ?? [];
    setTyped(productId ? '' : text);
    if (productId) onPick({ productId: productId.toLowerCase(), color: '', size: '' });
  }

  async function enter() {
    const piece = await pieceOfSku(typed.trim().toUpperCase()).catch(() => undefined);
    if (piece) {
      onPick(piece);
      setTyped('');
    } else if (products.length === 1 && products[0]) pick(products[0]);
  }

  function pick(product: Product) {
    onPick({ productId: product.id, color: '', size: '' });
    setTyped('');
  }

  return (
    <div>
      <Field label="Add a piece">
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            placeholder="Name, SKU or link"
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && void enter()}
            className="field"
          />
        )}
      </Field>
      <ul
        aria-label="Products"
        className="mt-3 flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:grid sm:grid-cols-4 xl:grid-cols-6"
      >
        {products.map((product) => {
          const left = product.inStock ? product.stockQuantity : 0;
          return (
            <li key={product.id} className="max-sm:w-26 max-sm:shrink-0">
              <button type="button" disabled={left === 0} onClick={() => pick(product)} className="piece-choice">
                <Thumbnail src={product.images[0] ?? null} />
                <span className="line-clamp-2 text-xs leading-tight">
                  <span className="sr-only">Add </span>
                  {product.name}
                </span>
                <span className="text-xs text-muted tabular-nums">
                  {formatPrice(product.price)} · {left === 0 ? 'sold out' : `${formatCount(left)} left`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {products.length === 0 && typed && <p className="py-6 text-center text-sm text-muted">No product has that name.</p>}
    </div>
  );
}
