import type { Category, NewCategory } from '#domain/categories/contract.ts';
import type { PhotoColor, Product } from '#domain/products/contract.ts';
import type { NewProduct } from '#domain/products/edit.ts';
import type { ProductFacts } from '#domain/products/facts.ts';
import { occasionsOf } from '#domain/products/occasions.ts';
import type { Variant } from '#domain/variants/contract.ts';
import { asRecord, readJson, writeJson } from './storage.ts';

/** Storage keys of the drafts. */
export type DraftKey = 'products_v1' | 'categories_v1';

/** A category as its card needs it. */
export type CategoryDraft = Pick<Category, 'id' | 'name' | 'slug' | 'image' | 'description' | 'count' | 'noReturnReason'>;

/**
 * Products that staff saved in this browser while the server could not be reached. Their ids begin with `c_`, and the shop cannot
 * sell them. Missing fields get defaults; anything else is left out.
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
      ...facts(draft),
      noReturnReason: text(draft['noReturnReason']),
      noReturns: text(draft['noReturnReason']),
      inStock: isAvailable && stockQuantity > 0,
      isAvailable,
      isNew: draft['isNew'] === true,
      isFeatured: draft['isFeatured'] === true,
      stockQuantity,
      rating: 0,
      reviewCount: 0,
      colors: texts(draft['colors']),
      sizes: texts(draft['sizes']),
      photoColors: photoColors(draft['photoColors']),
      wornImages: texts(draft['wornImages']),
      variants: variants(draft['variants']),
      sku: text(draft['sku']) || null,
      goesWith: texts(draft['goesWith']),
      createdAt,
      updatedAt: text(draft['updatedAt']) || createdAt,
    };
  });
}

/** Like `productDrafts`, for categories. */
export function categoryDrafts(): CategoryDraft[] {
  return draftsIn('categories_v1').map((draft) => ({
    id: draft.id,
    name: text(draft['name']) || 'Unnamed Category',
    slug: text(draft['slug']) || draft.id,
    image: text(draft['image']) || null,
    description: text(draft['description']),
    count: Math.max(0, number(draft['count'], 0)),
    noReturnReason: text(draft['noReturnReason']),
  }));
}

type Draft = Record<string, unknown> & { id: string };

/** Saves a new product in this browser, or overwrites the draft of that id. Returns its id; null when storage fails. */
export function keepProductDraft({ isAvailable, ...fields }: NewProduct, id = newDraftId()): string | null {
  return keep('products_v1', id, { ...fields, inStock: isAvailable, rating: 0, reviewCount: 0 });
}

/** Like `keepProductDraft`, for a category. */
export function keepCategoryDraft(fields: NewCategory, id = newDraftId()): string | null {
  return keep('categories_v1', id, { ...fields, isActive: true, count: 0 });
}

/** Deletes a draft. */
export function dropDraft(key: DraftKey, id: string): void {
  writeJson(
    key,
    draftsIn(key).filter((draft) => draft.id !== id),
  );
}

function keep(key: DraftKey, id: string, fields: Record<string, unknown>): string | null {
  const drafts = draftsIn(key);
  const before = drafts.find((draft) => draft.id === id);
  const now = new Date().toISOString();
  const draft = { ...fields, id, _id: id, createdAt: before?.['createdAt'] ?? now, updatedAt: now };
  const kept = before ? drafts.map((other) => (other === before ? draft : other)) : [draft, ...drafts];
  return writeJson(key, kept) ? id : null;
}

/** `crypto.randomUUID` is missing on plain http, where a shop may be tried out in a local network. */
function newDraftId(): string {
  return `c_${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function draftsIn(key: DraftKey): Draft[] {
  const kept = readJson(key);
  return Array.isArray(kept) ? kept.map(asRecord).filter(isDraftProduct) : [];
}

function isDraftProduct(kept: Record<string, unknown>): kept is Draft {
  return typeof kept['id'] === 'string' && kept['id'].startsWith('c_');
}

function facts(draft: Draft): ProductFacts {
  const figure = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);
  return {
    lengthMm: figure(draft['lengthMm']),
    widthMm: figure(draft['widthMm']),
    innerMm: figure(draft['innerMm']),
    chainMm: figure(draft['chainMm']),
    weightGrams: figure(draft['weightGrams']),
    plating: text(draft['plating']),
    baseMetal: text(draft['baseMetal']),
    stones: text(draft['stones']),
    closure: text(draft['closure']),
    inTheBox: text(draft['inTheBox']),
    isNickelFree: typeof draft['isNickelFree'] === 'boolean' ? draft['isNickelFree'] : null,
    care: text(draft['care']),
    occasions: occasionsOf(texts(draft['occasions'])),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function photoColors(value: unknown): PhotoColor[] {
  return Array.isArray(value) ? value.map(asRecord).map(({ image, color }) => ({ image: text(image), color: text(color) })) : [];
}

function variants(value: unknown): Variant[] {
  if (!Array.isArray(value)) return [];
  return value.map(asRecord).map(({ color, size, sku, stockQuantity }) => {
    const units = number(stockQuantity, 0);
    return { id: '', color: text(color), size: text(size), sku: text(sku), stockQuantity: units, inStock: units > 0 };
  });
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
