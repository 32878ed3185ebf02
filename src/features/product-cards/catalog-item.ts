import type { Product } from '#shared/schemas/products.ts';
import { type CategoryNames, categoryName } from './category-names.ts';

/** The JSON in `data-product`, from which the cart and the favorites are filled. */
export interface CardProduct {
  id: string;
  name: string;
  category: string;
  image: string;
  price: number;
  originalPrice: number | null;
  stockQuantity: number;
  hasChoices: boolean;
}

/** A product in cards, in the listing and in `/catalog.json`. */
export interface CatalogItem {
  id: string;
  name: string;
  /** The category's slug and name. */
  category: string;
  categoryName: string;
  price: number;
  originalPrice: number | null;
  image: string;
  /** Shown when the first photo fails to load. */
  secondImage: string;
  rating: number;
  reviewCount: number;
  stockQuantity: number;
  isNew: boolean;
  isFeatured: boolean;
  colors: string[];
  sizes: string[];
}

/** Reduces a product to what a card shows. Stock is 0 when staff have switched the product off. */
export function catalogItem(product: Product, names: CategoryNames): CatalogItem {
  const { id, name, category, price, originalPrice, rating, reviewCount, isNew, isFeatured, colors, sizes } = product;
  return {
    id,
    name,
    category,
    categoryName: categoryName(category, names),
    price,
    originalPrice,
    image: product.images[0] ?? '',
    secondImage: product.images[1] ?? '',
    rating,
    reviewCount,
    stockQuantity: product.inStock ? product.stockQuantity : 0,
    isNew,
    isFeatured,
    colors,
    sizes,
  };
}

/** Whether the product is a draft, saved in this browser only. */
export function isDraftProduct({ id }: Pick<CatalogItem, 'id'>): boolean {
  return id.startsWith('c_');
}

const NO_NAMES: CategoryNames = new Map();

/** The JSON that buttons need. */
export function cardProduct(product: Product): CardProduct {
  return itemForCart(catalogItem(product, NO_NAMES));
}

/** Like `cardProduct`, from a card's item. */
export function itemForCart(item: CatalogItem): CardProduct {
  const { id, name, category, image, price, originalPrice, stockQuantity, colors, sizes } = item;
  return { id, name, category, image, price, originalPrice, stockQuantity, hasChoices: colors.length + sizes.length > 0 };
}
