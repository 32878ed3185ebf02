import type { CartLine } from '#features/cart/cart-line.ts';
import { $cartLines } from '#features/cart/cart-store.ts';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { goesWithAny } from '#features/product-cards/goes-with.ts';
import { SmallCard } from '#features/product-cards/SmallCard.tsx';
import { $goesWithOrder } from './checkout-store.ts';
import { $orderLines } from './order-lines.ts';

const SHOWN = 3;

/** Looks up what goes well with what is about to be ordered. What else is in the cart is left out. */
export async function findGoesWithOrder(): Promise<void> {
  const { items } = await loadCatalog();
  const ordered = idsOf($orderLines.get());
  const others = idsOf($cartLines.get()).filter((id) => !ordered.includes(id));
  const found = goesWithAny(
    ordered,
    items.filter(({ id }) => !others.includes(id)),
    SHOWN,
  );
  $goesWithOrder.set(found.length > 0 && <GoesWithOrder items={found} />);
}

function idsOf(lines: CartLine[]): string[] {
  return [...new Set(lines.map(({ product }) => product.id))];
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
