import * as z from 'zod';
import { orderLink } from '#domain/order-link.ts';
import { typedLine } from '#domain/text-fields.ts';
import { objectId, rupees } from '#domain/values.ts';
import { RETURN_KINDS } from './choices.ts';

export const returnKind = z.enum(RETURN_KINDS, 'Choose from the list');

/** What a customer wants instead of a piece: of which product, in which colour and size. */
const wantedPiece = z.object({
  productId: objectId,
  selectedColor: typedLine(100).optional(),
  selectedSize: typedLine(100).optional(),
});

const askedPiece = z.object({
  itemId: objectId,
  quantity: z.int('Enter whole pieces').min(1, 'At least 1').max(1000, 'At most 1,000'),
  /** Needed for an exchange; a claim may ask for the same piece anew by leaving it out. */
  wanted: wantedPiece.optional(),
});

export type AskedPieces = z.infer<typeof askedPieces>;

/** The pieces of a request, each line of the order once. */
export const askedPieces = z
  .array(askedPiece)
  .min(1, 'Choose at least one piece')
  .max(100, 'At most 100 lines')
  .superRefine((items, { addIssue }) => {
    for (const [place, { itemId }] of items.entries())
      if (items.findIndex((item) => item.itemId === itemId) < place)
        addIssue({ code: 'custom', path: [place, 'itemId'], message: 'Each piece only once' });
  });

/** What an exchange would come to is asked by these. */
export const exchangeQuoteAsked = orderLink.extend({ kind: returnKind, items: askedPieces });

export type ExchangeQuoteAsked = z.infer<typeof exchangeQuoteAsked>;

/** What an exchange comes to for its customer, promised with the request. */
export const exchangeQuote = z.object({
  /** The new pieces with their delivery. */
  total: rupees,
  /** What their delivery costs. */
  charges: rupees,
  /** What of it is paid by what comes back. */
  credit: rupees,
  /** What the rider asks for: total − credit. */
  due: rupees,
  /** What is paid back: one of both is 0. */
  back: rupees,
});

export type ExchangeQuote = z.infer<typeof exchangeQuote>;
