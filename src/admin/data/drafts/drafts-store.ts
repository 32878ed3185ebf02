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
import type { NewCategory } from '#domain/categories/contract.ts';
import type { NewProduct } from '#domain/products/edit.ts';

/** What staff saved in this browser while the shop could not be reached; newest first. */
export const $productDrafts = atom(productDrafts());
export const $categoryDrafts = atom(categoryDrafts());

function refresh(): void {
  $productDrafts.set(productDrafts());
  $categoryDrafts.set(categoryDrafts());
}

// Changes made in other tabs.
window.addEventListener('storage', refresh);

/** True for a failure that says nothing about the data: no answer, or the database is down. */
export function isShopUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}

/** Saves a product as a draft; with an id, over that draft. @throws ApiFailure `no_drafts` when the browser cannot store it */
export function saveProductDraft(fields: NewProduct, id?: string): void {
  if (keepProductDraft(fields, id) === null) throw notStored();
  refresh();
}

/** As `saveProductDraft`, for a category. */
export function saveCategoryDraft(fields: NewCategory, id?: string): void {
  if (keepCategoryDraft(fields, id) === null) throw notStored();
  refresh();
}

export function deleteDraft(key: DraftKey, id: string): void {
  dropDraft(key, id);
  refresh();
}

function notStored(): ApiFailure {
  const message = 'The shop cannot be reached, and this browser keeps no drafts. Please leave this open and try again.';
  return new ApiFailure(503, 'no_drafts', message);
}
