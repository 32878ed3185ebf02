import { ApiFailure, callApi } from '#browser/api.ts';
import type { CodeOffer } from '#domain/discounts/contract.ts';
import { mayCome } from '#domain/discounts/may-come.ts';
import { refusalText } from '#domain/discounts/refusal-text.ts';
import { offerText } from '#domain/discounts/terms-text.ts';
import { categoryName, pageCategoryNames } from '#features/product-cards/category-names.ts';
import { $discount, NO_DISCOUNT } from './discount.ts';

/** The code of a link to any page: `/product/…?code=EID10`. Empty where it brings none. */
export function linkedCode(search = location.search): string {
  return new URLSearchParams(search).get('code')?.trim() ?? '';
}

/** Keeps the code of a link for cart and checkout, unless it is good for nothing: then the one of before stays. Returns what to tell of it. */
export async function takeLinkedCode(code: string): Promise<string> {
  const before = $discount.get();
  // What it takes off is known already.
  if (keyOf(before.code) !== keyOf(code)) $discount.set({ ...NO_DISCOUNT, code });
  try {
    const { terms, refusedCode } = await callApi<CodeOffer>('POST', '/cart/code', { body: { code }, timeoutMs: 8_000 });
    if (terms) {
      const names = pageCategoryNames();
      return offerText(terms, (slug) => categoryName(slug, names));
    }
    if (!refusedCode || !mayCome(refusedCode)) $discount.set(keyOf(before.code) === keyOf(code) ? NO_DISCOUNT : before);
    return refusedCode ? refusalText(refusedCode) : '';
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status !== 422) return `${code} is kept: the checkout says what it takes off.`;
    // Too long to be one.
    $discount.set(before);
    return refusalText({ code, reason: 'unknown' });
  }
}

function keyOf(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
