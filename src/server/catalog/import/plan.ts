/** What a file of products would do to the shop, without doing it. */
import { type CatalogColumn, COLUMN_OF } from '#domain/catalog/catalog-csv.ts';
import type { ImportRow } from '#domain/catalog/contract.ts';
import { type NewProduct, newProduct, type ProductEdit, productEdit } from '#domain/products/edit.ts';
import { noteChanges, noteNew, noteStock } from './changes.ts';
import { type Counted, countedRows, offered, stockOfKnown, stockOfNew } from './counted-stock.ts';
import { type Draft, draftsOf, groupsOf, type Known, type KnownProduct, refuseDisagreement } from './drafts.ts';
import { type Fields, ownFields } from './product-fields.ts';
import type { CatalogFile } from './read-file.ts';

/** One product to add or edit. `expectedVersion` is the version that was read, null for a new product. */
export interface ImportEntry {
  id: string | null;
  expectedVersion: string | null;
  fields: Partial<NewProduct>;
  stockSeen: number | null;
}

export interface ImportPlan {
  rows: ImportRow[];
  entries: ImportEntry[];
}

/** The fields that a complaint of a schema is about, by column. */
const COLUMNS: Record<string, CatalogColumn> = {
  ...COLUMN_OF,
  sku: 'SKU',
  color: 'Color',
  size: 'Size',
  stockQuantity: 'Stock',
};

/** Compares a file with the shop: what each row would do, and what has to be written. Rows that are absent from the file stay as they are. */
export function planImport({ columns, rows }: CatalogFile, known: Known): ImportPlan {
  const has = new Set(columns);
  const drafts = draftsOf(rows, known.products);
  const entries: ImportEntry[] = [];
  for (const group of groupsOf(drafts, known.products)) {
    const entry = planProduct(group, has, known);
    if (entry && group.every(({ problems }) => problems.length === 0)) entries.push(entry);
  }
  // Lowest id first, as everybody locks them; new products keep the order of the file.
  entries.sort(
    (one, other) =>
      Number(one.expectedVersion === null) - Number(other.expectedVersion === null) ||
      (one.expectedVersion && other.expectedVersion ? compare(one.id, other.id) : 0),
  );
  return { rows: drafts.map(rowOf), entries };
}

function compare(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** The row without what only planning needs. Long texts are cut: people compare their beginnings. Of a row that cannot be read, nothing else is told. */
function rowOf({ line, status, product, choice, changes, problems: found }: Draft): ImportRow {
  const problems = found[0]?.column === '' ? found.slice(0, 1) : found;
  return {
    line,
    status: problems.length > 0 ? 'refused' : status,
    product: product.slice(0, 120),
    choice,
    changes:
      problems.length > 0
        ? []
        : changes.map(({ column, before, after }) => ({ column, before: shortened(before), after: shortened(after) })),
    problems,
  };
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** Plans one product: notes at each row what changes and what is wrong. Gives what has to be written, null for nothing. */
function planProduct(rows: Draft[], has: ReadonlySet<CatalogColumn>, known: Known): ImportEntry | null {
  const [first] = rows;
  if (!first) return null;
  const current = first.known;
  if (current?.archivedAt) {
    for (const { problems, cells } of rows) {
      problems.push({
        column: cells['Product ID'] ? 'Product ID' : 'SKU',
        message: 'This product was deleted. Restore it under Deleted first.',
      });
    }
    return null;
  }
  refuseDisagreement(rows);
  const counted = countedRows(rows, has, current, known.products);
  const fields = { ...ownFields(first, has, current, known.categories), ...offered(rows, counted, has, current) };
  const stock = current ? stockOfKnown(current, counted, fields) : stockOfNew(counted);
  const checked = checkFields(rows, counted, { ...fields, ...stock.fields }, current);
  refusePhotos(first, fields.images ?? [], current, known);
  if (!checked) return null;
  if (
    current &&
    checked.originalPrice !== null &&
    (checked.originalPrice ?? current.originalPrice ?? Number.POSITIVE_INFINITY) <= (checked.price ?? current.price)
  ) {
    first.problems.push({
      column: has.has('Original price') ? 'Original price' : 'Price',
      message: 'The original price must be above the price',
    });
  }

  const id = first.cells['Product ID'] || null;
  if (!current) {
    noteNew(rows, { ...(checked as NewProduct), id: id ?? '' }, has);
    return { id, expectedVersion: null, fields: checked, stockSeen: null };
  }
  const changed = noteChanges(first, current, { ...current, ...checked });
  const areCounted = noteStock(counted, current);
  if (changed.length === 0 && !areCounted) return null;
  const own = Object.fromEntries(Object.entries(checked).filter(([field]) => (areCounted ? true : !STOCK_FIELDS.has(field))));
  return { id: current.id, expectedVersion: current.updatedAt, fields: own, stockSeen: stock.seen };
}

const STOCK_FIELDS = new Set(['variants', 'sku', 'stockQuantity']);

/** The fields as the API would take them; null when it would not, which is noted at the cells. */
function checkFields(
  rows: Draft[],
  counted: Counted[],
  fields: Fields,
  current: KnownProduct | undefined,
): ProductEdit['fields'] | null {
  if (current && Object.keys(fields).length === 0) return {} as ProductEdit['fields'];
  const read = (current ? productEdit : newProduct).safeParse(fields, { reportInput: true });
  if (read.success) return 'fields' in read.data ? read.data.fields : read.data;
  for (const { path, message, code, input } of read.error.issues) {
    const [field, place, part] = path;
    const isOfVariant = field === 'variants' && typeof place === 'number';
    const row = (isOfVariant ? counted[place]?.row : undefined) ?? rows[0];
    const column = COLUMNS[String(isOfVariant ? part : field)] ?? '';
    if (row?.problems.some((problem) => problem.column === column)) continue;
    row?.problems.push({ column, message: code === 'invalid_type' && input === undefined ? 'Required' : message });
  }
  return null;
}

/** Photos that the product does not show yet have to be in the shop. */
function refusePhotos({ problems }: Draft, images: string[], current: KnownProduct | undefined, { refusedPhotos }: Known): void {
  for (const image of images) {
    const reason = current?.images.includes(image) ? undefined : refusedPhotos.get(image);
    if (reason) problems.push({ column: 'Images', message: `${reason}: ${image}` });
  }
}
