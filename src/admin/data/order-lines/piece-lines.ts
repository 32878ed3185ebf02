import * as z from 'zod';
import { randomKey } from '#browser/random-key.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { isSameChoice } from '#domain/variants/choice-text.ts';

/** A line of pieces that staff put together for an order. */
export const draftLine = z.object({
  /** Its own while its choice changes. */
  key: z.string(),
  productId: z.string(),
  quantity: z.int().min(1).max(MAX_LINE_QUANTITY),
  /** Empty where nothing is chosen, yet or at all. */
  color: z.string(),
  size: z.string(),
  /** The words of a chat that asked for it. */
  words: z.string().optional(),
});

export type DraftLine = z.infer<typeof draftLine>;

/** A line of a piece that is picked. */
export function newLine({ productId, color, size }: Pick<DraftLine, 'productId' | 'color' | 'size'>, quantity = 1): DraftLine {
  return { key: randomKey(), productId, quantity, color, size };
}

/** With more pieces; those of the same choice are one line. */
export function withLine(lines: DraftLine[], added: DraftLine): DraftLine[] {
  const same = lines.find((line) => line.productId === added.productId && isSameChoice(line, added));
  if (!same) return [...lines, added].slice(0, MAX_CART_LINES);
  const quantity = Math.min(same.quantity + added.quantity, MAX_LINE_QUANTITY);
  return lines.map((line) => (line === same ? { ...line, quantity } : line));
}

/** A line as the API takes it. */
export function itemOf({ productId, quantity, color, size }: DraftLine) {
  return { productId, quantity, ...(color && { selectedColor: color }), ...(size && { selectedSize: size }) };
}
