import { useEffect, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { callApi } from '#browser/api.ts';
import { Icon } from '#components/Icon.tsx';
import type { Product } from '#domain/products/contract.ts';
import { type CatalogItem, catalogItem } from '#features/product-cards/catalog-item.ts';
import { pageCategoryNames } from '#features/product-cards/category-names.ts';
import { type CardProps, ProductCard } from '#features/product-cards/ProductCard.tsx';
import { isProductId } from '#features/product-cards/product-snapshot.ts';
import { toggleFavorite } from './favorites-store.ts';

/** A favorite: a product card with description, current price and stock, and a Remove button. */
export function FavoriteCard(props: CardProps) {
  const product = useProduct(props.item.id);
  const item = product ? catalogItem(product, pageCategoryNames()) : props.item;
  return (
    <ProductCard {...props} item={item} description={product?.description ?? ''} chooseLabel="Add to Cart">
      <button
        type="button"
        aria-label={`Remove from favorites: ${item.name}`}
        onClick={() => remove(item)}
        className="relative z-10 flex min-h-9 items-center gap-1.5 self-center text-sm text-muted hover:text-ink"
      >
        <Icon name="trash" className="size-4" />
        Remove
      </button>
    </ProductCard>
  );
}

function remove(item: CatalogItem): void {
  toggleFavorite(item);
  announce(`${item.name} removed from favorites`);
  // The focused button is removed: move the focus to the page.
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/** The current product; undefined while loading and when the API cannot be reached. */
function useProduct(id: string): Product | undefined {
  const [product, setProduct] = useState<Product>();

  useEffect(() => {
    if (!isProductId(id)) return;
    const stop = new AbortController();
    callApi<Product>('GET', `/products/${id}`, { signal: stop.signal }).then(setProduct, (failure) => {
      if (!stop.signal.aborted) console.warn('A favorite could not be refreshed', failure);
    });
    return () => stop.abort();
  }, [id]);

  return product;
}
