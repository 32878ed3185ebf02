import type { StockChangeKind, StockRecord } from '#shared/schemas/stock.ts';

export const STOCK_CHANGE_LABELS: Record<StockChangeKind, string> = {
  purchase: 'Purchase',
  sale: 'Sale',
  adjustment: 'Adjustment',
  return: 'Return',
  damage: 'Damage',
  transfer: 'Transfer',
};

export const STOCK_CHANGE_TONES: Record<StockChangeKind, string> = {
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

/** Who made the change: a staff member by user name, or the customer. */
export function actorOf({ actorName, transactionType }: Pick<StockRecord, 'actorName' | 'transactionType'>): string {
  return actorName ?? (transactionType === 'sale' ? 'Customer' : 'N/A');
}
