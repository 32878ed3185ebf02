/** Which product each row of a file speaks of. */

import type { CatalogColumn, CatalogProduct } from '#domain/catalog/catalog-csv.ts';
import { type COLUMN_OF, PRODUCT_COLUMNS, type STOCK_SEEN } from '#domain/catalog/catalog-csv.ts';
import type { ImportRow } from '#domain/catalog/contract.ts';
import { unguardFormula } from '#domain/csv-guard.ts';
import { cleanText } from '#domain/text.ts';
import { choiceName } from '#domain/variants/choice-text.ts';
import type { FileRow } from './read-file.ts';
import { cellComplaint, numberComplaint } from './spreadsheet-tricks.ts';

/** A product that the file may speak of, as the database knows it. */
export interface KnownProduct extends CatalogProduct {
  stockQuantity: number;
  updatedAt: string;
  archivedAt: string | null;
  variants: KnownVariant[];
}

export interface KnownVariant {
  color: string;
  size: string;
  sku: string;
  stockQuantity: number;
  isArchived: boolean;
}

/** What the shop has, as far as the file speaks of it. */
export interface Known {
  products: KnownProduct[];
  categories: { slug: string; name: string }[];
  /** Why photos that their products do not show yet cannot be taken, by address. */
  refusedPhotos: ReadonlyMap<string, string>;
}

/** A row on its way: what it says, and what is wrong with it. */
export interface Draft extends ImportRow {
  cells: FileRow['cells'];
  /** The SKU before it was put in capitals: spreadsheets write `Mar-83`, people `MAR-83`. */
  typedSku: string;
  /** The known product that its id or SKU names. */
  known: KnownProduct | undefined;
}

/** The rows with what can be said of each alone, and of its SKU among the others. */
export function draftsOf(rows: FileRow[], products: KnownProduct[]): Draft[] {
  const index = {
    byId: new Map(products.map((product) => [product.id, product])),
    bySku: new Map(products.flatMap((product) => product.variants.map(({ sku }) => [sku, product] as const))),
  };
  const drafts = rows.map((row) => draftOf(row, index));
  refuseSkuTwice(drafts, index.bySku);
  return drafts;
}

/** What a cell says, as the shop keeps it. */
export function readCell(cell: string): string {
  return cleanText(unguardFormula(cell));
}

interface Index {
  byId: ReadonlyMap<string, KnownProduct>;
  bySku: ReadonlyMap<string, KnownProduct>;
}

/** Reads the cells, and finds the product that the row names by id or SKU. */
function draftOf({ line, cells: raw, complaint }: FileRow, { byId, bySku }: Index): Draft {
  const problems: Draft['problems'] = complaint ? [{ column: '', message: complaint }] : [];
  const cells: FileRow['cells'] = {};
  for (const [column, cell] of Object.entries(raw) as [CatalogColumn, string][]) {
    const wrong = cellComplaint(cell);
    if (wrong) problems.push({ column, message: wrong });
    cells[column] = readCell(cell);
  }
  const id = cells['Product ID']?.toLowerCase() ?? '';
  const typedSku = cells.SKU ?? '';
  const sku = typedSku.toUpperCase();
  if (id) cells['Product ID'] = id;
  if (sku) cells.SKU = sku;
  if (id && !/^[0-9a-f]{24}$/.test(id))
    problems.push({ column: 'Product ID', message: 'Not the id of a product: leave it empty for a new one' });
  const ofSku = sku ? bySku.get(sku) : undefined;
  const known = id ? byId.get(id) : ofSku;
  if (id && ofSku && ofSku !== known) problems.push({ column: 'SKU', message: `${ofSku.name} has this SKU` });
  const choice = choiceName({ size: cells.Size, color: cells.Color });
  return {
    line,
    status: 'unchanged',
    product: cells.Name || known?.name || '',
    choice,
    changes: [],
    problems,
    cells,
    typedSku,
    known,
  };
}

/**
 * Rows that repeat a SKU are refused, all of them, since nobody knows which one is meant; or all but the one that names the product and the choice the SKU
 * belongs to. Those go by their name, not by a SKU that is not theirs.
 */
function refuseSkuTwice(drafts: Draft[], bySku: Index['bySku']): void {
  for (const [sku, rows] of Map.groupBy(drafts, ({ cells }) => cells.SKU)) {
    if (!sku || rows.length === 1) continue;
    const owner = bySku.get(sku);
    const right = owner ? rows.filter((row) => isAbout(row, owner, sku)) : [];
    const [only] = right.length === 1 ? right : [];
    for (const row of rows) {
      if (row === only) continue;
      const others = rows.filter((other) => other !== row).map(({ line }) => line);
      const lines = others.length === 1 ? `Line ${others[0]} has` : `Lines ${others.slice(0, 5).join(', ')} have`;
      row.problems.push({
        column: 'SKU',
        message:
          only && owner ? `Line ${only.line} has the same SKU, and ${owner.name} has it in the shop` : `${lines} the same SKU`,
      });
      if (only && !row.cells['Product ID'] && row.cells.Name && row.cells.Name !== owner?.name) row.known = undefined;
    }
  }
}

/** Whether a row names this product, and of it the choice that has this SKU. */
function isAbout({ cells }: Draft, { id, name, variants }: KnownProduct, sku: string): boolean {
  const { color = '', size = '' } = variants.find((variant) => variant.sku === sku) ?? {};
  const isProduct = cells['Product ID'] ? cells['Product ID'] === id : (cells.Name ?? name) === name;
  return isProduct && (cells.Color ?? color) === color && (cells.Size ?? size) === size;
}

/** The rows of each product. Those without a known id or SKU go by their name: to other rows of that name, then to a product of the shop, then to a new one. */
export function groupsOf(drafts: Draft[], products: KnownProduct[]): Draft[][] {
  const groups = new Map<string, Draft[]>();
  const named = new Map<string, Set<KnownProduct>>();
  const remember = (name: string, product: KnownProduct) => named.set(name, (named.get(name) ?? new Set()).add(product));
  for (const { known, cells } of drafts) if (known && cells.Name) remember(cells.Name, known);
  const ofShop = Map.groupBy(
    products.filter(({ archivedAt }) => archivedAt === null),
    ({ name }) => name,
  );
  const withSku = new Set(drafts.filter(({ cells }) => cells.SKU).map(({ cells }) => cells.Name));

  for (const draft of drafts) {
    const { cells } = draft;
    if (!draft.known && !cells['Product ID']) {
      const name = cells.Name ?? '';
      const inFile = [...(named.get(name) ?? [])];
      const candidates = inFile.length > 0 ? inFile : withSku.has(name) ? [] : (ofShop.get(name) ?? []);
      if (candidates.length > 1)
        draft.problems.push({ column: 'Name', message: 'Several products have this name: give the Product ID or a SKU' });
      else draft.known = candidates[0];
    }
    if (!draft.known && !cells.Name && draft.problems.length === 0) {
      draft.problems.push({
        column: cells.SKU ? 'SKU' : 'Name',
        message: cells.SKU ? 'No product has this SKU, and a new one needs a name' : 'Which product is this?',
      });
    }
    const key = draft.known?.id ?? (cells['Product ID'] || `name ${cells.Name}`);
    groups.set(key, [...(groups.get(key) ?? []), draft]);
  }
  return [...groups.values()];
}

/** Rows of a product repeat its own cells. Each that differs from the first row's is refused: nobody knows which one is meant. */
export function refuseDisagreement([first, ...others]: Draft[]): void {
  for (const { cells, problems } of others) {
    for (const column of PRODUCT_COLUMNS) {
      if (cells[column] === first?.cells[column]) continue;
      // A row that is found by its SKU needs no id.
      if (column === 'Product ID' && (!cells[column] || !first?.cells[column])) continue;
      problems.push({ column, message: `Line ${first?.line} says otherwise: all rows of a product say the same here` });
    }
  }
}

type NumberColumn =
  | 'Price'
  | 'Original price'
  | 'Stock'
  | typeof STOCK_SEEN
  | (typeof COLUMN_OF)['lengthMm' | 'widthMm' | 'innerMm' | 'chainMm' | 'weightGrams'];

/** The number in a cell; undefined for an empty or missing one, and for one that is none, which is noted. */
export function numberIn({ cells, problems }: Draft, column: NumberColumn): number | undefined {
  const cell = cells[column];
  if (!cell) return undefined;
  const wrong = numberComplaint(cell);
  if (!wrong) return Number(cell);
  problems.push({ column, message: wrong });
  return undefined;
}
