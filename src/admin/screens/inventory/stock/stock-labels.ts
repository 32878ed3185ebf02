import { formatChange, formatCount } from '#admin/kit/formats.ts';
import type { StockAdjustment, StockRecord } from '#domain/stock/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

export type AdjustmentType = StockAdjustment['transactionType'];

/** The kinds of manual adjustment. */
export const ADJUSTMENT_TYPES: { value: AdjustmentType; label: string }[] = [
  { value: 'adjustment', label: 'Set Exact Quantity' },
  { value: 'purchase', label: 'Add Stock (Purchase)' },
  { value: 'return', label: 'Add Stock (Return)' },
  { value: 'damage', label: 'Remove Stock (Damage)' },
];

/** The stock after an adjustment, negative when too much is removed; null while the quantity is incomplete. */
export function stockAfter(type: AdjustmentType, stock: number, quantity: unknown): number | null {
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0) return null;
  if (type === 'adjustment') return quantity;
  return type === 'damage' ? stock - quantity : stock + quantity;
}

/** The effect of an adjustment in words; empty while the quantity is incomplete. */
export function outlook(type: AdjustmentType, stock: number, quantity: unknown): string {
  const after = stockAfter(type, stock, quantity);
  if (after === null) return '';
  if (after < 0) return stock === 0 ? 'None in stock to remove' : `Only ${formatCount(stock)} in stock to remove`;
  return `New stock will be ${formatCount(after)} (${after === stock ? 'no change' : formatChange(after - stock)})`;
}

/** The stock before and after, with a note when it was not the stock shown. */
export function adjustedText(record: StockRecord, shownStock: number): string {
  const isChoice = Boolean(record.size || record.color);
  const after = isChoice ? record.variantStock : record.newStock;
  const before = isChoice ? after - record.quantity : record.previousStock;
  const done = `${pieceName(record.productName, record)}: stock ${formatCount(before)} → ${formatCount(after)}`;
  return before === shownStock ? done : `${done}. It had changed from ${formatCount(shownStock)} meanwhile.`;
}
