import { formatChange, formatCount } from '#admin/kit/formats.ts';
import type { StockAdjustment, StockRecord } from '#shared/schemas/stock.ts';

export type AdjustmentType = StockAdjustment['transactionType'];

/** What can be done to a stock by hand. */
export const ADJUSTMENT_TYPES: { value: AdjustmentType; label: string }[] = [
  { value: 'adjustment', label: 'Set Exact Quantity' },
  { value: 'purchase', label: 'Add Stock (Purchase)' },
  { value: 'return', label: 'Add Stock (Return)' },
  { value: 'damage', label: 'Remove Stock (Damage)' },
];

/** The stock there will be after an adjustment, below zero when more is taken than is there; null while it cannot be said. */
export function stockAfter(type: AdjustmentType, stock: number, quantity: unknown): number | null {
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0) return null;
  if (type === 'adjustment') return quantity;
  return type === 'damage' ? stock - quantity : stock + quantity;
}

/** What an adjustment will do, in words; empty while it cannot be said. */
export function outlook(type: AdjustmentType, stock: number, quantity: unknown): string {
  const after = stockAfter(type, stock, quantity);
  if (after === null) return '';
  if (after < 0) return stock === 0 ? 'None in stock to remove' : `Only ${formatCount(stock)} in stock to remove`;
  return `New stock will be ${formatCount(after)} (${after === stock ? 'no change' : formatChange(after - stock)})`;
}

/** What was done: the stock before and after, and when the shop had another one than the screen showed, that too. */
export function adjustedText({ productName, previousStock, newStock }: StockRecord, shownStock: number): string {
  const done = `${productName}: stock ${formatCount(previousStock)} → ${formatCount(newStock)}`;
  return previousStock === shownStock ? done : `${done}. It had changed from ${formatCount(shownStock)} meanwhile.`;
}
