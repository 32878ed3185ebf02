import type { CatalogItem } from './catalog-item.ts';
import { categoryLabel } from './category-names.ts';

/** `/catalog.json`: every product of the shop as a card shows it, newest first, and the ids that sell best, best first. */
export interface CatalogIndex {
  items: CatalogItem[];
  bestsellers: string[];
}

/** Of all that was sold, what counts as best selling. */
export const BESTSELLERS = 24;

/** What most products have: such values are not worth a byte in a list of thousands. */
const USUAL = {
  originalPrice: null,
  image: '',
  secondImage: '',
  rating: 0,
  reviewCount: 0,
  stockQuantity: 0,
  isNew: false,
  isFeatured: false,
  colors: [] as string[],
  sizes: [] as string[],
} satisfies Partial<CatalogItem>;

type PackedItem = Pick<CatalogItem, 'id' | 'name' | 'category' | 'price'> & Partial<CatalogItem>;

/** The text of `/catalog.json`. */
export function packCatalog({ items, bestsellers }: CatalogIndex): string {
  return JSON.stringify({ items: items.map(withoutUsual), bestsellers });
}

/** The index as it was before `packCatalog`. */
export function unpackCatalog(packed: { items: PackedItem[]; bestsellers: string[] }): CatalogIndex {
  return { items: packed.items.map((item) => ({ ...usual(item), ...item })), bestsellers: packed.bestsellers };
}

let loading: Promise<CatalogIndex> | undefined;

/** The whole catalogue, fetched once per page. Rejects when it cannot be had; the next call tries again. */
export function loadCatalog(): Promise<CatalogIndex> {
  loading ??= fetchCatalog().catch((failure: unknown) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

async function fetchCatalog(): Promise<CatalogIndex> {
  const response = await fetch('/catalog.json');
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
  return unpackCatalog(await response.json());
}

function withoutUsual(item: CatalogItem): PackedItem {
  const expected: Record<string, unknown> = usual(item);
  const worthSaying = Object.entries(item).filter(([key, value]) => !isUsual(expected[key], value));
  return Object.fromEntries(worthSaying) as unknown as PackedItem;
}

/** What an item has when it does not say otherwise. */
function usual({ category }: PackedItem) {
  return { ...USUAL, categoryName: categoryLabel(category) };
}

function isUsual(expected: unknown, value: unknown): boolean {
  return Array.isArray(value) && Array.isArray(expected) ? value.length === 0 : value === expected;
}
