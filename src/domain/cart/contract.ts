import * as z from 'zod';
import { discounted, typedCode } from '#domain/discounts/contract.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { deliveryRule } from '#domain/settings/contract.ts';
import { typedLine } from '#domain/text-fields.ts';
import { objectId, rupees } from '#domain/values.ts';
import { CHOICE_KINDS } from '#domain/variants/choice.ts';

const quantity = z
  .int('Quantity must be a whole number')
  .min(1, 'Quantity must be at least 1')
  .max(MAX_LINE_QUANTITY, `At most ${MAX_LINE_QUANTITY} of one item`);

export const cartLine = z.object({
  productId: objectId,
  quantity,
  selectedColor: typedLine(50).optional(),
  selectedSize: typedLine(20).optional(),
});

/** At least one line, at most `MAX_CART_LINES`. */
export function cartLines<Line extends z.ZodType>(of: Line) {
  return z.array(of).min(1, 'Your cart is empty').max(MAX_CART_LINES, `At most ${MAX_CART_LINES} different items`);
}

export const cartQuoteRequest = z.object({
  items: cartLines(cartLine),
  code: typedCode.optional(),
  wantsGiftWrap: z.boolean().optional(),
});

export type CartQuoteRequest = z.infer<typeof cartQuoteRequest>;

/** A cart at today's prices. `available` is the stock, `quantity` how many of the requested pieces can be had. */
export const cartQuote = z.object({
  items: z.array(
    z.object({
      productId: z.string(),
      /** As asked for. */
      selectedColor: z.string().optional(),
      selectedSize: z.string().optional(),
      name: z.string(),
      image: z.string().nullable(),
      price: rupees,
      available: z.int(),
      quantity: z.int(),
      /** The choices that `available` is of; none where all pieces are counted together. A line that lacks one of them cannot be ordered. */
      countedBy: z.array(z.enum(CHOICE_KINDS)).default([]),
    }),
  ),
  subtotal: rupees,
  ...discounted,
  shipping: rupees,
  /** What its wrap costs, where it is to be wrapped; null where the shop does not offer that. */
  giftWrap: rupees.nullable().optional(),
  total: rupees,
  /** The rule behind `shipping`; the pages may have been built with an older one. */
  delivery: deliveryRule,
});

export type CartQuote = z.infer<typeof cartQuote>;
