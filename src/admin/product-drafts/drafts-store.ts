import { atom } from 'nanostores';
import { ApiFailure } from '#browser/api.ts';
import {
  categoryDrafts,
  type DraftKey,
  dropDraft,
  keepCategoryDraft,
  keepProductDraft,
  productDrafts,
} from '#browser/product-drafts.ts';
import type { NewCategory } from '#shared/schemas/categories.ts';
import type { NewProduct } from '#shared/schemas/product-edit.ts';

/** What staff saved in this browser while the shop could not be reached; newest first. */
export const $productDrafts = atom(productDrafts());
export const $categoryDrafts = atom(categoryDrafts());

function refresh(): void {
  $productDrafts.set(productDrafts());
  $categoryDrafts.set(categoryDrafts());
}

// Written in another tab.
window.addEventListener('storage', refresh);

/** True for a failure that is none of what was sent: nobody answered, or nobody could. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}

/** Keeps a product as a draft, over the one of that id. @throws Error when the browser keeps nothing */
export function saveProductDraft(fields: NewProduct, id?: string): void {
  if (keepProductDraft(fields, id) === null) throw unkept();
  refresh();
}

/** As `saveProductDraft`, a category. */
export function saveCategoryDraft(fields: NewCategory, id?: string): void {
  if (keepCategoryDraft(fields, id) === null) throw unkept();
  refresh();
}

export function deleteDraft(key: DraftKey, id: string): void {
  dropDraft(key, id);
  refresh();
}

function unkept(): ApiFailure {
  const sentence = 'The shop cannot be reached, and this browser keeps no drafts. Please leave this open and try again.';
  return new ApiFailure(503, 'no_drafts', sentence);
}
