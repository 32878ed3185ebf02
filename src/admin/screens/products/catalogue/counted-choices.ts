import * as z from 'zod';
import { isSameChoice } from '#domain/variants/choice-text.ts';
import type { Variant, VariantEntry } from '#domain/variants/contract.ts';

/** A choice of colour, size or both, by which pieces are counted. */
export type Pair = Pick<VariantEntry, 'color' | 'size'>;

/** What pieces are counted by. */
export type CountedBy = 'both' | 'size' | 'color';

/** Whether the shop made up the SKU of a product that was counted as a whole, as it does for each choice. */
export function isAutomaticSku(sku: string): boolean {
  return /^[A-Z]{1,3}-\d{4,}$/.test(sku);
}

/** The SKU of a choice that begins with the product's own, and goes on as those do that the shop makes up (`shop.suggest_sku`): `KARA-210-GLD`. */
export function skuOfPair(sku: string, { color = '', size = '' }: Pair): string {
  const sizePart = size.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const letters = color.toUpperCase().replace(/[^A-Z]/g, '');
  const colorPart = letters.slice(0, 1) + letters.slice(1).replace(/[AEIOU]/g, '');
  return [sku.trim().toUpperCase(), sizePart.slice(0, 6), colorPart.slice(0, 3)].filter(Boolean).join('-');
}

/** What entries are counted by. */
export function countedBy([first]: Pair[]): CountedBy {
  return first?.color && first.size ? 'both' : first?.color ? 'color' : 'size';
}

/** Every choice that a product offers, size by size. */
export function offeredPairs(by: CountedBy, colors: string[], sizes: string[]): Pair[] {
  if (by === 'size') return sizes.map((size) => ({ size }));
  if (by === 'color') return colors.map((color) => ({ color }));
  return sizes.flatMap((size) => colors.map((color) => ({ color, size })));
}

/** The choices of a product as its form shows them, each with the stock that was seen. */
export function entriesOf(variants: Variant[]): VariantEntry[] {
  return variants.map(({ color, size, sku, stockQuantity }) => ({
    ...(color && { color }),
    ...(size && { size }),
    ...(sku && { sku }),
    stockQuantity,
    stockSeen: stockQuantity,
  }));
}

/**
 * The entries to send: a number only where another one was typed, with the stock it was typed over, so that pieces sold meanwhile stay sold.
 * All numbers when the product was counted in another way before.
 */
export function changedEntries(entries: VariantEntry[], before: VariantEntry[]): VariantEntry[] {
  const isCountedAlike = before.length > 0 && entries.length > 0 && countedBy(before) === countedBy(entries);
  return entries.map(({ stockQuantity, stockSeen, ...entry }) => {
    const wasCounted = isCountedAlike && before.some((other) => isSameChoice(other, entry));
    if (!wasCounted) return { ...entry, stockQuantity };
    return stockQuantity === stockSeen ? entry : { ...entry, stockQuantity, stockSeen };
  });
}

export function unitsOf(entries: VariantEntry[]): number {
  return entries.reduce((sum, { stockQuantity = 0 }) => sum + stockQuantity, 0);
}

/** The details of `choice_in_stock`: the choices that cannot be taken off, with their pieces. */
export const choicesInStock = z.object({
  variants: z.array(z.object({ color: z.string(), size: z.string(), stockQuantity: z.int() })),
});
