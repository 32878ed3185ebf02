import type { StockChangeKind, StockRecord } from '#shared/schemas/stock.ts';

/** What moves stock, and what it is called on screen. */
export const TYPES: Record<StockChangeKind, string> = {
  purchase: 'Purchase',
  sale: 'Sale',
  adjustment: 'Adjustment',
  return: 'Return',
  damage: 'Damage',
  transfer: 'Transfer',
};

/** The colours of a badge. */
export const TYPE_TONES: Record<StockChangeKind, string> = {
  purchase: 'tone-done',
  sale: 'tone-work',
  adjustment: 'tone-wait',
  return: 'tone-move',
  damage: 'tone-stop',
  transfer: 'tone-part',
};

/** Green where stock grew, red where it shrank. */
export function stockTone({ previousStock, newStock }: Pick<StockRecord, 'previousStock' | 'newStock'>): string {
  if (newStock === previousStock) return '';
  return newStock > previousStock ? 'text-leaf' : 'text-danger';
}

/** Who it was: somebody of the staff by their user name, or the customer who ordered. */
export function byWhom({ actorName, transactionType }: Pick<StockRecord, 'actorName' | 'transactionType'>): string {
  return actorName ?? (transactionType === 'sale' ? 'Customer' : 'N/A');
}
