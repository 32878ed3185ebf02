import type { Product } from '#shared/schemas/products.ts';
import { type CategoryNames, categoryName } from './category-names.ts';

/** What static markup says of a product, in `data-product`, for the cart and the favorites. */
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

/** A product as cards, the listing and `/catalog.json` carry it. */
export interface CatalogItem {
  id: string;
  name: string;
  /** The category's slug, and what shoppers know it as. */
  category: string;
  categoryName: string;
  price: number;
  originalPrice: number | null;
  image: string;
  /** The second photo, if there is one: shown when the first does not load. */
  secondImage: string;
  rating: number;
  reviewCount: number;
  stockQuantity: number;
  isNew: boolean;
  isFeatured: boolean;
  colors: string[];
  sizes: string[];
}

/** The little of a product that a card shows. Stock is 0 when staff have switched it off. */
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

/** A product that staff have saved in this browser only, while the server could not be reached. */
export function isDraftProduct({ id }: Pick<CatalogItem, 'id'>): boolean {
  return id.startsWith('c_');
}

const NO_NAMES: CategoryNames = new Map();

/** A product as the buttons around it need it. */
export function cardProduct(product: Product): CardProduct {
  return itemForCart(catalogItem(product, NO_NAMES));
}

/** As `cardProduct`, from what a card has. */
export function itemForCart(item: CatalogItem): CardProduct {
  const { id, name, category, image, price, originalPrice, stockQuantity, colors, sizes } = item;
  return { id, name, category, image, price, originalPrice, stockQuantity, hasChoices: colors.length + sizes.length > 0 };
}
