/** What people read of a plan: cells before and after, noted at the rows. */
import {
  type CatalogColumn,
  type CatalogProduct,
  PRODUCT_COLUMNS,
  type ProductColumn,
  productCells,
  STOCK_SEEN,
} from '#domain/catalog/catalog-csv.ts';
import type { ImportRow } from '#domain/catalog/contract.ts';
import type { Counted } from './counted-stock.ts';
import type { Draft, KnownProduct } from './drafts.ts';

export function noteNew(rows: Draft[], product: CatalogProduct, has: ReadonlySet<CatalogColumn>): void {
  const cells = productCells(product);
  for (const [place, row] of rows.entries()) {
    row.status = 'new';
    const own = place === 0 ? PRODUCT_COLUMNS.map((column) => [column, String(cells[column] ?? '')] as const) : [];
    const counted = (['SKU', 'Color', 'Size', 'Stock'] as const).map((column) => [column, row.cells[column] ?? ''] as const);
    row.changes = [...own, ...counted]
      .filter(([column, after]) => after !== '' && (has.has(column) || column === 'Images'))
      .map(([column, after]) => ({ column, before: '', after }));
  }
}

/** Notes the product's own cells that change, at its first row. */
export function noteChanges(row: Draft, current: KnownProduct, wanted: CatalogProduct): ProductColumn[] {
  const before = productCells(current);
  const after = productCells(wanted);
  const changed = PRODUCT_COLUMNS.filter((column) => column !== 'Product ID' && before[column] !== after[column]);
  for (const column of changed)
    row.changes.push({ column, before: String(before[column] ?? ''), after: String(after[column] ?? '') });
  if (changed.length > 0) row.status = 'changed';
  return changed;
}

/** Notes at each row what changes of its stock and SKU. True when anything does. */
export function noteStock(counted: Counted[], current: KnownProduct): boolean {
  let isAny = false;
  for (const { row, sku, stock, before, size, color } of counted) {
    const isNew = !before || before.isArchived;
    const pairs = [
      ...(isNew
        ? ([
            ['Size', '', size],
            ['Color', '', color],
          ] as const)
        : []),
      ['SKU', before?.sku ?? '', sku ?? before?.sku ?? ''] as const,
      [
        'Stock',
        isNew ? '' : String(before.stockQuantity),
        stock === undefined ? (isNew ? '0' : String(before.stockQuantity)) : String(stock),
      ] as const,
    ];
    const changes = pairs
      .filter(([, from, to]) => from !== to)
      .map(([column, from, to]) => ({ column, before: from, after: to }));
    if (changes.length === 0) continue;
    isAny = true;
    row.changes.push(...changes);
    row.status = isNew && current.variants.every(({ isArchived, size: s, color: c }) => isArchived || s || c) ? 'new' : 'changed';
  }
  return isAny;
}

/** Changes of stock that a warning names one by one. */
const NAMED = 10;

/** What a file without sight of the stock would do to it: every number that it has is set, however many pieces were sold since it was saved. Empty for nothing. */
export function stockWarning(rows: ImportRow[], columns: readonly CatalogColumn[]): string {
  if (columns.includes(STOCK_SEEN)) return '';
  const set = rows.flatMap(({ product, choice, status, changes }) =>
    changes
      .filter(({ column }) => column === 'Stock' && status === 'changed')
      .map(({ before, after }) => `${[product, choice].filter(Boolean).join(', ')} from ${before || '0'} to ${after}`),
  );
  if (set.length === 0) return '';
  const others = set.length > NAMED ? `; and ${set.length - NAMED} more below` : '';
  return `This file does not say what the stock was when it was saved. It sets the stock of ${set.length === 1 ? 'one row' : `${set.length} rows`}: ${set.slice(0, NAMED).join('; ')}${others}. Pieces that were sold since then would be on sale again. To leave the stock alone, take out the column Stock.`;
}
