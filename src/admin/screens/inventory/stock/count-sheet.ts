import * as z from 'zod';
import type { StockCount, StockCountPayload } from '#domain/stock/contract.ts';

const counted = z.object({
  sku: z.string(),
  name: z.string(),
  /** The stock in the books when counting of this piece began. */
  stockSeen: z.int(),
  /** Null while its number is being typed. */
  counted: z.int().nullable(),
});

export type CountedPiece = z.infer<typeof counted>;

const sheet = z.object({
  /** Newest first. */
  pieces: z.array(counted),
  notes: z.string(),
  /** The key of an attempt that was not answered: whether it was booked is not known, so it can only be sent again as it is. */
  sentAs: z.string().nullable(),
});

/** What was counted and not saved yet. */
export type CountSheet = z.infer<typeof sheet>;

export const EMPTY_SHEET: CountSheet = { pieces: [], notes: '', sentAs: null };

export function readSheet(found: unknown): CountSheet {
  return sheet.safeParse(found).data ?? EMPTY_SHEET;
}

/** One more of a piece. A new one begins with one. */
export function withScan(pieces: CountedPiece[], piece: Omit<CountedPiece, 'counted'>): CountedPiece[] {
  const before = pieces.find(({ sku }) => sku === piece.sku);
  const { sku, name, stockSeen } = before ?? piece;
  return [{ sku, name, stockSeen, counted: (before?.counted ?? 0) + 1 }, ...pieces.filter((other) => other !== before)];
}

/** Counted minus in the books; 0 while there is no number. */
export function differenceOf({ counted, stockSeen }: CountedPiece): number {
  return counted === null ? 0 : counted - stockSeen;
}

/** The sheet as it is sent, oldest first. */
export function payloadOf({ pieces, notes }: CountSheet): StockCountPayload {
  const items = pieces.map(({ sku, counted, stockSeen }) => ({ sku, counted: counted ?? 0, stockSeen })).reverse();
  return { items, notes };
}

/** A count that was sent, as a sheet again. Names are not sent: the SKU stands for them. */
export function sheetOf({ items, notes }: StockCountPayload): CountSheet {
  const pieces = items.map(({ sku, counted, stockSeen }) => ({ sku, name: sku, counted, stockSeen })).reverse();
  return { pieces, notes: notes ?? '', sentAs: null };
}

/** The pieces that were sold or booked between counting and saving: how many, and how many there are now. */
export function movedMeanwhile({ pieces }: CountSheet, { items }: StockCount): { name: string; moved: number; now: number }[] {
  return pieces.flatMap(({ sku, name, stockSeen }) => {
    const item = items.find((other) => other.sku === sku);
    const moved = item ? item.variantStock - item.quantity - stockSeen : 0;
    return item && moved !== 0 ? [{ name, moved, now: item.variantStock }] : [];
  });
}
