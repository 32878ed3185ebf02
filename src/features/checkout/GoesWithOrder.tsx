import { $cartLines } from '#features/cart/cart-store.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { goesWithAny } from '#features/product-cards/goes-with.ts';
import { SmallCard } from '#features/product-cards/SmallCard.tsx';
import { $goesWithOrder } from './checkout-store.ts';

const SHOWN = 3;

/** Looks up what goes well with the cart that is about to be ordered. */
export async function findGoesWithOrder(): Promise<void> {
  const { items } = await loadCatalog();
  const ids = $cartLines.get().map(({ product }) => product.id);
  const found = goesWithAny([...new Set(ids)], items, SHOWN);
  $goesWithOrder.set(found.length > 0 && <GoesWithOrder items={found} />);
}

function GoesWithOrder({ items }: { items: CatalogItem[] }) {
  return (
    <section aria-labelledby="order-goes-with" className="w-full border-t border-line pt-5">
      <h3 id="order-goes-with" className="mb-3 font-serif text-xl">
        Goes well with it
      </h3>
      <ul className="flex justify-center gap-3 [&>li]:w-1/3 [&>li]:shrink">
        {items.map((item) => (
          <SmallCard key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}
