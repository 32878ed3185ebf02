import { priceLabel } from '#domain/products/price-ranges.ts';
import { wordsOf } from './fold.ts';
import type { Understood } from './understand.ts';
import type { Wishes } from './wishes.ts';

/** What was looked for, as it is told: `“earrings”, up to Rs. 1,500`, `“jhumka” instead of “jhoomar”`. Takes what was read of the search. */
export function readingText({ text, minPrice, maxPrice, sizes: [size] }: Wishes, understood: Understood[]): string {
  const instead = understood.filter(isInsteadOf);
  const replaced = instead.reduce((words, { typed, words: [word = ''] }) => words.replace(typed, word), wordsOf(text).join(' '));
  const price = minPrice === null && maxPrice === null ? '' : priceLabel({ minPrice, maxPrice });
  return [
    text && (instead.length > 0 ? `“${replaced}” instead of “${text}”` : `“${text}”`),
    text ? price.replace(/^[UF]/, (letter) => letter.toLowerCase()) : price,
    size && `size ${size}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether a word was looked for as another one. */
export function isInsteadOf({ isInstead, words }: Understood): boolean {
  return isInstead === true && words.length > 0;
}
