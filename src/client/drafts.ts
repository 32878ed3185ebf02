import type { Product } from '#shared/schemas/product.ts';
import { asRecord, readJson } from './storage.ts';

/** A category as its card needs it. */
interface CategoryDraft {
  id: string;
  name: string;
  slug: string;
  image: string | null;
  count: number;
}

/**
 * Products that staff have saved in this browser while the server could not be reached: ids begin with `c_`, and the shop
 * cannot sell them. What is missing in them is filled in, what is no draft is left out.
 */
export function productDrafts(): Product[] {
  return draftsIn('products_v1').map((draft) => {
    const stockQuantity = Math.max(0, Math.floor(number(draft['stockQuantity'], 10)));
    const isAvailable = draft['inStock'] !== false;
    const createdAt = text(draft['createdAt']) || new Date(0).toISOString();
    return {
      id: draft.id,
      _id: draft.id,
      name: text(draft['name']) || 'Unnamed Product',
      price: Math.max(0, number(draft['price'], 0)),
      originalPrice: typeof draft['originalPrice'] === 'number' ? draft['originalPrice'] : null,
      category: text(draft['category']) || 'uncategorized',
      images: texts(draft['images']),
      description: text(draft['description']),
      material: text(draft['material']),
      inStock: isAvailable && stockQuantity > 0,
      isAvailable,
      isNew: draft['isNew'] === true,
      isFeatured: draft['isFeatured'] === true,
      stockQuantity,
      rating: 0,
      reviewCount: 0,
      colors: texts(draft['colors']),
      sizes: texts(draft['sizes']),
      createdAt,
      updatedAt: text(draft['updatedAt']) || createdAt,
    };
  });
}

/** As `productDrafts`, categories. */
export function categoryDrafts(): CategoryDraft[] {
  return draftsIn('categories_v1').map((draft) => ({
    id: draft.id,
    name: text(draft['name']) || 'Unnamed Category',
    slug: text(draft['slug']) || draft.id,
    image: text(draft['image']) || null,
    count: Math.max(0, number(draft['count'], 0)),
  }));
}

type Draft = Record<string, unknown> & { id: string };

function draftsIn(key: 'products_v1' | 'categories_v1'): Draft[] {
  const kept = readJson(key);
  return Array.isArray(kept) ? kept.map(asRecord).filter(isDraft) : [];
}

function isDraft(kept: Record<string, unknown>): kept is Draft {
  return typeof kept['id'] === 'string' && kept['id'].startsWith('c_');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
