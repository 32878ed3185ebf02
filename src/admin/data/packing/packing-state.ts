import type * as z from 'zod';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import type { Packing, PackingLine, packedPieces } from '#domain/packing/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** What is sent of pieces that were packed or taken out. */
export type PiecesSent = z.input<typeof packedPieces>;

/** The name of a line's piece: `Halo Ring (7, Gold)`. */
export function nameOf({ productName, color, size }: Pick<PackingLine, 'productName' | 'color' | 'size'>): string {
  return pieceName(productName, { color: color ?? '', size: size ?? '' });
}

/** A packing with what this device has not sent yet. Pieces beyond the order stay with the shop's answer to say. */
export function withWaiting(packing: Packing, waiting: PiecesSent[], by: string): Packing {
  const unpacked = new Set(waiting.flatMap((sent) => sent.unpacked ?? []).map(({ key }) => key));
  const known = new Set([...packing.lines.flatMap(({ pieces }) => pieces), ...packing.surplus].map(({ key }) => key));
  const added = waiting.flatMap((sent) => sent.pieces ?? []).filter(({ key }) => !known.has(key) && !unpacked.has(key));
  if (added.length === 0 && unpacked.size === 0) return packing;
  const lines = packing.lines.map((line) => {
    const pieces = line.pieces.filter(({ key }) => !unpacked.has(key));
    for (const { key, itemId, variantId, quantity = 1, packedAt } of added) {
      if (itemId !== line.itemId || variantId !== line.variantId) continue;
      const { productName: name, color, size } = line;
      pieces.push({ key, itemId, variantId, name, color, size, quantity, by, packedAt, isOrdered: true });
    }
    const packed = Math.min(
      line.ordered,
      pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    return { ...line, pieces, packed };
  });
  return { ...packing, lines, surplus: packing.surplus.filter(({ key }) => !unpacked.has(key)) };
}

/** How many pieces an order has, and how many of them are in. */
export function progressOf({ lines }: Packing): { packed: number; ordered: number } {
  const sum = (field: 'packed' | 'ordered') => lines.reduce((total, line) => total + line[field], 0);
  return { packed: sum('packed'), ordered: sum('ordered') };
}

/** Whether everything is in, and nothing else. */
export function isComplete(packing: Packing): boolean {
  const { packed, ordered } = progressOf(packing);
  return packed === ordered && packing.surplus.length === 0;
}

/** What a scanned SKU is in an order: the line that takes the piece, or why none does. */
export function lineOfCode(
  { lines }: Packing,
  code: string,
): { line: PackingLine } | { refusal: 'full'; line: PackingLine } | null {
  const fitting = lines.filter(({ sku }) => sku?.toUpperCase() === code.trim().toUpperCase());
  const [open] = fitting.filter(({ packed, ordered }) => packed < ordered);
  if (open) return { line: open };
  const [full] = fitting;
  return full ? { refusal: 'full', line: full } : null;
}

/** What is said when a piece went in. */
export function wordsOf(line: PackingLine): string {
  return `${nameOf(line)}: ${line.packed + 1} of ${line.ordered}`;
}

export const refused = (text: string): ScanOutcome => ({ tone: 'wrong', text });

/** The order that a slip, a label or a link names: by its number, or one of its parcels'. */
export function orderOfCode(orders: Packing[], code: string): Packing | undefined {
  const typed = code.trim();
  // The code on a label is the link of the order's page.
  const number = (/\/order\/([\w-]+)/.exec(typed)?.[1] ?? typed).toUpperCase();
  const bare = number.replace(/\s/g, '');
  return orders.find(({ orderNumber, codes }) => orderNumber === number || codes.some((own) => own.toUpperCase() === bare));
}
