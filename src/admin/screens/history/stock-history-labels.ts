import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { StockChangeKind, StockRecord } from '#domain/stock/contract.ts';

export const STOCK_CHANGE_KIND_LABELS: Record<StockChangeKind, StatusLabel> = {
  purchase: { text: 'Purchase', tone: 'tone-done' },
  sale: { text: 'Sale', tone: 'tone-work' },
  adjustment: { text: 'Adjustment', tone: 'tone-wait' },
  return: { text: 'Return', tone: 'tone-move' },
  damage: { text: 'Damage', tone: 'tone-stop' },
  transfer: { text: 'Transfer', tone: 'tone-part' },
};

/** Green where stock grew, red where it shrank. */
export function stockTone({ previousStock, newStock }: Pick<StockRecord, 'previousStock' | 'newStock'>): string {
  if (newStock === previousStock) return '';
  return newStock > previousStock ? 'text-leaf' : 'text-danger';
}

/** Who made the change: a staff member by user name, or the customer. */
export function actorOf({ actorName, transactionType }: Pick<StockRecord, 'actorName' | 'transactionType'>): string {
  return actorName ?? (transactionType === 'sale' ? 'Customer' : '–');
}
