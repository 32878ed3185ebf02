import type { MoreWords } from '#domain/product-search/find-products.ts';
import type { Product } from '#domain/products/contract.ts';
import { photoOf } from '#domain/products/photo-of.ts';
import { type ChoiceStock, countedOf, type OnlyChoice, onlyChoice } from '#domain/variants/choice.ts';
import { sortSizes } from '#domain/variants/sizes.ts';
import { type CategoryNames, categoryName } from './category-names.ts';

/** The JSON in `data-product`, from which the cart and the favorites are filled. */
export interface CardProduct extends Pick<Product, 'id' | 'name' | 'category' | 'price' | 'originalPrice' | 'stockQuantity'> {
  image: string;
  /** As in `CatalogItem`, where a colour can be chosen. */
  colorImages?: Record<string, string>;
  /** Only of a product whose choices are counted on their own. */
  variants?: ChoiceStock[];
  /** Only in cards: what is chosen on the card itself. */
  choice?: OnlyChoice;
}

/** A product in cards, in the listing and in `/catalog.json`, which alone has the words that only searches need. */
export interface CatalogItem
  extends Pick<
      Product,
      | 'id'
      | 'name'
      | 'category'
      | 'price'
      | 'originalPrice'
      | 'rating'
      | 'reviewCount'
      | 'stockQuantity'
      | 'isNew'
      | 'isFeatured'
      | 'colors'
      | 'sizes'
      | 'isNickelFree'
      | 'occasions'
    >,
    Partial<MoreWords> {
  categoryName: string;
  image: string;
  /** Shown when the first photo fails to load. */
  secondImage: string;
  /** Shown instead of the first while a mouse is over the card. */
  wornImage?: string;
  /** The photos of colours that have another one than the first; only where there are any. */
  colorImages?: Record<string, string>;
  /** Pieces of each choice, only where they are counted on their own. */
  variants?: ChoiceStock[];
  /** Ids of what goes well with it, only in `/catalog.json`. */
  goesWith?: string[];
}

/** Reduces a product to what a card shows. Stock is 0 when staff have switched the product off. */
export function catalogItem(product: Product, names: CategoryNames): CatalogItem {
  const { id, name, category, price, originalPrice, rating, reviewCount, isNew, isFeatured, colors, occasions } = product;
  return {
    id,
    name,
    category,
    categoryName: categoryName(category, names),
    price,
    originalPrice,
    image: product.images[0] ?? '',
    secondImage: product.images[1] ?? '',
    ...wornImageOf(product),
    ...colorImagesOf(product),
    rating,
    reviewCount,
    isNew,
    isFeatured,
    colors,
    sizes: sortSizes(product.sizes),
    // Not stated is no.
    isNickelFree: product.isNickelFree === true,
    occasions,
    ...countedOf(product),
  };
}

function wornImageOf({ images, wornImages }: Product): Pick<CatalogItem, 'wornImage'> {
  const worn = images.slice(1).find((image) => wornImages.includes(image));
  return worn ? { wornImage: worn } : {};
}

function colorImagesOf(product: Product): Pick<CatalogItem, 'colorImages'> {
  const others = product.colors.flatMap((color) => {
    const image = photoOf(product, color);
    return image && image !== product.images[0] ? [[color, image]] : [];
  });
  return others.length > 0 ? { colorImages: Object.fromEntries(others) } : {};
}

/** Products as they are shown to whoever looks for colours: each with the photo of the first of them that it comes in. */
export function itemsInColor(items: CatalogItem[], colors: readonly string[]): CatalogItem[] {
  if (colors.length === 0) return items;
  return items.map((item) => {
    const image = item.colorImages?.[colors.find((color) => item.colors.includes(color)) ?? ''];
    if (!image) return item;
    // The worn photo shows the colour of the first one.
    const { wornImage: _, ...shown } = item;
    return { ...shown, image };
  });
}

/** Whether the product is a draft, saved in this browser only. */
export function isDraftProduct({ id }: Pick<CatalogItem, 'id'>): boolean {
  return id.startsWith('c_');
}

const NO_NAMES: CategoryNames = new Map();

/** The JSON that buttons need. */
export function cardProduct(product: Product): CardProduct {
  const item = catalogItem(product, NO_NAMES);
  return { ...itemForCart(item), ...colorImagesOf(product) };
}

/** Like `cardProduct`, for a card. */
export function itemForCard(item: CatalogItem): CardProduct {
  const choice = onlyChoice(item);
  const { colorImages } = item;
  return {
    ...itemForCart(item),
    ...(choice && { choice }),
    ...(choice?.kind === 'color' && colorImages && { colorImages }),
  };
}

function itemForCart({ id, name, category, image, price, originalPrice, stockQuantity, variants }: CatalogItem): CardProduct {
  return { id, name, category, image, price, originalPrice, stockQuantity, ...(variants && { variants }) };
}
