/** What people read of a plan: cells before and after, noted at the rows. */
import {
  type CatalogColumn,
  type CatalogProduct,
  PRODUCT_COLUMNS,
  type ProductColumn,
  productCells,
} from '#domain/catalog/catalog-csv.ts';
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
