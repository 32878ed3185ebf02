import type { Product } from '#domain/products/contract.ts';
import { OCCASION_LABELS } from '#domain/products/occasions.ts';
import type { Variant } from '#domain/variants/contract.ts';

/** What of a product the file has not: what follows from other fields, what its variants have, and other products. */
type LeftOut =
  | '_id'
  | 'inStock'
  | 'noReturns'
  | 'stockQuantity'
  | 'variants'
  | 'sku'
  | 'goesWith'
  | 'rating'
  | 'reviewCount'
  | 'createdAt'
  | 'updatedAt';

/** The fields of a product that the file has. */
export type CatalogProduct = Omit<Product, LeftOut>;

/** The column of each. */
export const COLUMN_OF = {
  id: 'Product ID',
  name: 'Name',
  category: 'Category',
  price: 'Price',
  originalPrice: 'Original price',
  isAvailable: 'Available',
  isNew: 'New',
  isFeatured: 'Featured',
  material: 'Material',
  colors: 'Colors',
  sizes: 'Sizes',
  lengthMm: 'Length (mm)',
  widthMm: 'Width (mm)',
  innerMm: 'Inner diameter (mm)',
  chainMm: 'Chain length (mm)',
  weightGrams: 'Weight (g)',
  plating: 'Plating',
  baseMetal: 'Base metal',
  stones: 'Stones',
  closure: 'Closure',
  inTheBox: 'In the box',
  isNickelFree: 'Nickel free',
  occasions: 'Occasions',
  care: 'Care',
  noReturnReason: 'No returns because',
  description: 'Description',
  images: 'Images',
  photoColors: 'Photo colors',
  wornImages: 'Worn photos',
} as const satisfies Record<keyof CatalogProduct, string>;

/** A product's own columns, repeated in the row of each size and colour that is counted. */
export const PRODUCT_COLUMNS = Object.values(COLUMN_OF);

/** The stock that the file saw when it was saved: an import changes stock only where the column Stock says something else. */
export const STOCK_SEEN = 'Stock at export';

export const VARIANT_COLUMNS = ['SKU', 'Color', 'Size', 'Stock', STOCK_SEEN] as const;

export type ProductColumn = (typeof COLUMN_OF)[keyof CatalogProduct];
export type VariantColumn = (typeof VARIANT_COLUMNS)[number];
export type CatalogColumn = ProductColumn | VariantColumn;

/** In the order of the file: what people look for first, then what is long. */
export const CATALOG_COLUMNS: readonly CatalogColumn[] = [
  ...PRODUCT_COLUMNS.slice(0, 5),
  ...VARIANT_COLUMNS,
  ...PRODUCT_COLUMNS.slice(5),
];

type Cell = string | number | null;

/** A product's own cells. */
export function productCells(product: CatalogProduct): Record<ProductColumn, Cell> {
  const { images } = product;
  return {
    'Product ID': product.id,
    Name: product.name,
    Category: product.category,
    Price: product.price,
    'Original price': product.originalPrice,
    Available: yesOrNo(product.isAvailable),
    New: yesOrNo(product.isNew),
    Featured: yesOrNo(product.isFeatured),
    Material: product.material,
    Colors: joinList(product.colors),
    Sizes: joinList(product.sizes),
    'Length (mm)': product.lengthMm,
    'Width (mm)': product.widthMm,
    'Inner diameter (mm)': product.innerMm,
    'Chain length (mm)': product.chainMm,
    'Weight (g)': product.weightGrams,
    Plating: product.plating,
    'Base metal': product.baseMetal,
    Stones: product.stones,
    Closure: product.closure,
    'In the box': product.inTheBox,
    'Nickel free': product.isNickelFree === null ? '' : yesOrNo(product.isNickelFree),
    Occasions: joinList(product.occasions.map((occasion) => OCCASION_LABELS[occasion])),
    Care: product.care,
    'No returns because': product.noReturnReason,
    Description: product.description,
    Images: images.join(' '),
    'Photo colors': joinList(product.photoColors.map(({ image, color }) => `${images.indexOf(image) + 1}=${color}`)),
    'Worn photos': joinList(product.wornImages.map((image) => `${images.indexOf(image) + 1}`)),
  };
}

/** The rows of a product in an export. */
export function catalogRows(product: Product): Record<CatalogColumn, Cell>[] {
  const own = productCells(product);
  const counted: Pick<Variant, 'color' | 'size' | 'sku' | 'stockQuantity'>[] =
    product.variants.length > 0
      ? product.variants
      : [{ color: '', size: '', sku: product.sku ?? '', stockQuantity: product.stockQuantity }];
  return counted.map(({ color, size, sku, stockQuantity }) => ({
    ...own,
    SKU: sku,
    Color: color,
    Size: size,
    Stock: stockQuantity,
    [STOCK_SEEN]: stockQuantity,
  }));
}

/** `Gold; Silver`. A semicolon or backslash in a name gets a backslash before it. */
export function joinList(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');
}

/** Undoes `joinList`; spaces around names and empty names are dropped. */
export function splitList(cell: string): string[] {
  return (cell.match(/(?:\\.|[^;\\])+|\\$/gs) ?? []).map((name) => name.trim().replace(/\\(.)/gs, '$1')).filter(Boolean);
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
