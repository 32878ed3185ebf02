import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { BookMonth, TaxKind } from '#domain/books/contract.ts';

export const MONTH_LABELS: Record<BookMonth['state'], StatusLabel> = {
  running: { text: 'Still running', tone: 'tone-move' },
  open: { text: 'Open', tone: 'tone-wait' },
  closed: { text: 'Closed', tone: 'tone-done' },
};

export const TAX_LABELS: Record<TaxKind, string> = { income_tax: 'Income tax', sales_tax: 'Sales tax' };

/** `November 2026`. */
export function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

const SUM = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees as books have them: `1,949.06`, `−20.00`. */
export function sumText(rupees: number): string {
  return SUM.format(rupees || 0).replace('-', '−');
}
