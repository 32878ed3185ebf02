import type { CatalogItem } from './catalog-item.ts';
import { categoryLabel } from './category-names.ts';

/** `/catalog.json`: all products as cards show them, newest first, and what sells best. */
export interface CatalogIndex {
  items: CatalogItem[];
  /** For `bestsellersFirst`. */
  bestsellers: string[];
  /** What words mean to the search, a line for each meaning. Not in a script: who does not search loads none of them. */
  words?: string;
}

/** Defaults, left out of the packed list to keep it small. */
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
  isNickelFree: false,
  occasions: [],
} satisfies Partial<CatalogItem>;

/** Its variants are triples, for the names of their fields would be most of it; what goes with it are places in the list. */
type PackedItem = Pick<CatalogItem, 'id' | 'name' | 'category' | 'price'> &
  Partial<Omit<CatalogItem, 'variants' | 'goesWith'>> & {
    variants?: [color: string, size: string, stockQuantity: number][];
    goesWith?: number[];
  };

/** Bestsellers are places in the list, because an id takes as much as nine of them. */
type PackedCatalog = Omit<CatalogIndex, 'items' | 'bestsellers'> & { items: PackedItem[]; bestsellers: number[] };

/** The text of `/catalog.json`. */
export function packCatalog({ items, bestsellers, ...rest }: CatalogIndex): string {
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const packed = {
    items: items.map((item) => withoutUsual(item, places)),
    bestsellers: bestsellers.flatMap((id) => places.get(id) ?? []),
    ...rest,
  };
  return JSON.stringify(packed satisfies PackedCatalog);
}

/** Reverses `packCatalog`. */
export function unpackCatalog(packed: PackedCatalog): CatalogIndex {
  const items = packed.items.map(({ variants, goesWith, ...item }) => ({
    ...usual(item),
    ...item,
    ...(variants && { variants: variants.map(([color, size, stockQuantity]) => ({ color, size, stockQuantity })) }),
    ...(goesWith && { goesWith: goesWith.flatMap((place) => packed.items[place]?.id ?? []) }),
  }));
  return { ...packed, items, bestsellers: packed.bestsellers.flatMap((place) => items[place]?.id ?? []) };
}

let loading: Promise<CatalogIndex> | undefined;

/** The whole catalogue, fetched once per page. After a failure the next call tries again. */
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

function withoutUsual(item: CatalogItem, places: ReadonlyMap<string, number>): PackedItem {
  const expected: Record<string, unknown> = usual(item);
  const variants = item.variants?.map(({ color, size, stockQuantity }) => [color, size, stockQuantity]);
  const goesWith = item.goesWith?.flatMap((id) => places.get(id) ?? []);
  const worthSaying = Object.entries({ ...item, ...(variants && { variants }), ...(goesWith && { goesWith }) }).filter(
    ([key, value]) => !isUsual(expected[key], value),
  );
  return Object.fromEntries(worthSaying) as unknown as PackedItem;
}

/** The defaults of an item. */
function usual({ category }: Pick<CatalogItem, 'category'>) {
  return { ...USUAL, categoryName: categoryLabel(category) };
}

function isUsual(expected: unknown, value: unknown): boolean {
  return Array.isArray(value) && Array.isArray(expected) ? value.length === 0 : value === expected;
}
