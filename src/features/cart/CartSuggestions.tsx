import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { onlyChoice } from '#domain/variants/choice.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { goesWithAny } from '#features/product-cards/goes-with.ts';
import { SmallCard } from '#features/product-cards/SmallCard.tsx';
import { isAvailable } from './cart-line.ts';
import { $cartLines } from './cart-store.ts';

const SHOWN = 3;

/** What goes well with the cart, in one line below it; nothing where nothing does, or the catalogue cannot be loaded. */
export default function CartSuggestions() {
  const lines = useStore($cartLines);
  const [catalog, setCatalog] = useState<CatalogItem[]>([]);
  useEffect(() => {
    loadCatalog().then(
      ({ items }) => setCatalog(items),
      (failure: unknown) => console.warn('What goes well with the cart is not known', failure),
    );
  }, []);

  // The newest line is what the shopper thinks of.
  const ids = lines.filter(isAvailable).map(({ product }) => product.id);
  const items = goesWithAny([...new Set(ids.reverse())], catalog, SHOWN);
  useFocusAfterAdding(items);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="cart-goes-with" className="border-t border-line py-5">
      <h3 id="cart-goes-with" className="mb-3 font-serif text-xl">
        Goes well with
      </h3>
      <ul className="flex gap-3 overflow-x-auto">
        {items.map((item) => (
          <SmallCard key={item.id} item={item}>
            <AddButton item={item} />
          </SmallCard>
        ))}
      </ul>
    </section>
  );
}

/** Works through `shop-actions.ts`, as on a card. Where both colour and size are to be chosen, it leads to the product. */
function AddButton({ item }: { item: CatalogItem }) {
  const look = 'btn btn-outline mt-2 w-full px-2';
  const { id, name, colors } = item;
  if (onlyChoice(item)) {
    return (
      <button type="button" data-action="choose" aria-haspopup="dialog" aria-label={`Choose: ${name}`} className={look}>
        Choose
      </button>
    );
  }
  if (colors.length > 0) {
    return (
      <a href={`/product/${id}`} aria-label={`Choose: ${name}`} className={look}>
        Choose
      </a>
    );
  }
  return (
    <button type="button" data-action="add-to-cart" aria-label={`Add: ${name}`} className={look}>
      Add
    </button>
  );
}

/** What was added goes with its button: the focus moves to the drawer's title, as after removing a line. */
function useFocusAfterAdding(items: CatalogItem[]): void {
  const shown = items.map(({ id }) => id).join();
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      document.getElementById('cart-drawer-title')?.focus();
    before.current = shown;
  }, [shown]);
}
