import type { Partners } from '#domain/products/partners.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

const RELATED = 4;

/** How far the price of something alike may be, as a share of the product's own. */
const NEAR_PRICE = 0.4;

export interface Related {
  items: CatalogItem[];
  /** Whether any of them goes with the product, and not only looks like it. */
  goesWith: boolean;
}

type Shown = Pick<CatalogItem, 'id' | 'category' | 'price' | 'colors'>;

/**
 * Finds what to show beside a product, all of it in stock: its partners, then the next ones of its category, in turn, so that each product is linked by
 * others. Those of its colour and about its price come first, then those about its price; the newest of the shop where it has no partners. Takes items in a fixed order.
 */
export function relatedFinder(items: CatalogItem[], partners: Partners): (item: Shown) => Related {
  const known = new Map(items.map((item) => [item.id, item]));
  const byCategory = Map.groupBy(items, ({ category }) => category);
  const positions = new Map([...byCategory.values()].flatMap((group) => group.map(({ id }, index) => [id, index] as const)));
  return (item) => {
    const found = new Map<string, CatalogItem>();
    const take = (other: CatalogItem | undefined) => {
      if (other && other.stockQuantity > 0 && other.id !== item.id && found.size < RELATED) found.set(other.id, other);
    };
    for (const id of partners.get(item.id) ?? []) take(known.get(id));
    const goesWith = found.size > 0;
    const group = byCategory.get(item.category) ?? [];
    const position = positions.get(item.id) ?? 0;
    const isNear = ({ price }: CatalogItem) => Math.abs(price - item.price) <= NEAR_PRICE * item.price;
    for (const fits of [(other: CatalogItem) => isNear(other) && sharesColor(other, item), isNear, () => true]) {
      for (let step = 1; step < group.length && found.size < RELATED; step += 1) {
        const other = group[(position + step) % group.length];
        if (other && fits(other)) take(other);
      }
    }
    // The newest go with nothing in particular.
    for (let index = 0; !goesWith && index < items.length && found.size < RELATED; index += 1) take(items[index]);
    return { items: [...found.values()], goesWith };
  };
}

/** What says no colour goes by its price alone. */
function sharesColor({ colors }: Shown, item: Shown): boolean {
  return item.colors.length === 0 || colors.some((color) => item.colors.includes(color));
}
