import type * as z from 'zod';
import {
  type CatalogueColumn,
  type CatalogueProduct,
  PRODUCT_COLUMNS,
  type ProductColumn,
  productCells,
  splitList,
} from '#shared/catalogue-csv.ts';
import { unguardFormula } from '#shared/csv-guard.ts';
import { PHOTO_COMING } from '#shared/photo-coming.ts';
import type { ImportRow } from '#shared/schemas/catalogue.ts';
import { type NewProduct, newProduct, type ProductEdit, productEdit } from '#shared/schemas/product-edit.ts';
import { BANGLE_SIZES } from '#shared/sizes.ts';
import { cleanText } from '#shared/typed-text.ts';
import type { CatalogueFile, FileRow } from './read-catalogue-file.ts';
import { cellComplaint, choiceComplaint, lettersComplaint, numberComplaint, skuComplaint } from './spreadsheet-tricks.ts';

/** A product that the file may speak of, as the database knows it. */
export interface KnownProduct extends CatalogueProduct {
  stockQuantity: number;
  updatedAt: string;
  archivedAt: string | null;
  variants: KnownVariant[];
}

interface KnownVariant {
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

/** One product to add or edit. `seen` is the version that was read, null for a new product. */
export interface ImportEntry {
  id: string | null;
  seen: string | null;
  fields: Partial<NewProduct>;
  stockSeen: number | null;
}

export interface ImportPlan {
  rows: ImportRow[];
  entries: ImportEntry[];
}

/** A row on its way: what it says, and what is wrong with it. */
interface Draft extends ImportRow {
  cells: FileRow['cells'];
  /** The known product that its id or SKU names. */
  known: KnownProduct | undefined;
}

/** Sizes of the trade that spreadsheets spoil. */
const COMMON_SIZES = BANGLE_SIZES.map(({ size }) => size);

/** The fields that a complaint of a schema is about, by column. */
const COLUMN_OF: Record<string, CatalogueColumn> = {
  name: 'Name',
  category: 'Category',
  price: 'Price',
  originalPrice: 'Original price',
  isAvailable: 'Available',
  isNew: 'New',
  isFeatured: 'Featured',
  material: 'Material',
  colors: 'Colors',
  sizes: 'Sizes',
  description: 'Description',
  images: 'Images',
  photoColors: 'Photo colors',
  sku: 'SKU',
  color: 'Color',
  size: 'Size',
  stockQuantity: 'Stock',
};

/** Compares a file with the shop: what each row would do, and what has to be written. Rows that are absent from the file stay as they are. */
export function planImport({ columns, rows }: CatalogueFile, known: Known): ImportPlan {
  const has = new Set(columns);
  const drafts = rows.map((row) => draftOf(row, known.products));
  refuseSkuTwice(drafts);
  const entries: ImportEntry[] = [];
  for (const group of groupsOf(drafts, known.products)) {
    const entry = planProduct(group, has, known);
    if (entry && group.every(({ problems }) => problems.length === 0)) entries.push(entry);
  }
  // Lowest id first, as everybody locks them; new products keep the order of the file.
  entries.sort(
    (one, other) =>
      Number(one.seen === null) - Number(other.seen === null) || (one.seen && other.seen ? compare(one.id, other.id) : 0),
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

/** Reads the cells, and finds the product that the row names by id or SKU. */
function draftOf({ line, cells: raw, complaint }: FileRow, products: KnownProduct[]): Draft {
  const problems: Draft['problems'] = complaint ? [{ column: '', message: complaint }] : [];
  const cells: FileRow['cells'] = {};
  for (const [column, cell] of Object.entries(raw) as [CatalogueColumn, string][]) {
    const wrong = cellComplaint(cell);
    if (wrong) problems.push({ column, message: wrong });
    cells[column] = cleanText(unguardFormula(cell));
  }
  const id = cells['Product ID']?.toLowerCase() ?? '';
  const sku = cells.SKU?.toUpperCase() ?? '';
  if (id) cells['Product ID'] = id;
  if (sku) cells.SKU = sku;
  if (id && !/^[0-9a-f]{24}$/.test(id))
    problems.push({ column: 'Product ID', message: 'Not the id of a product: leave it empty for a new one' });
  const ofSku = sku ? indexOf(products).bySku.get(sku) : undefined;
  const known = id ? indexOf(products).byId.get(id) : ofSku;
  if (id && ofSku && ofSku !== known) problems.push({ column: 'SKU', message: `${ofSku.name} has this SKU` });
  const choice = [cells.Size, cells.Color].filter(Boolean).join(', ');
  return { line, status: 'unchanged', product: cells.Name || known?.name || '', choice, changes: [], problems, cells, known };
}

interface Index {
  byId: Map<string, KnownProduct>;
  bySku: Map<string, KnownProduct>;
}

const indexes = new WeakMap<KnownProduct[], Index>();

function indexOf(products: KnownProduct[]): Index {
  const made = indexes.get(products) ?? {
    byId: new Map(products.map((product) => [product.id, product])),
    bySku: new Map(products.flatMap((product) => product.variants.map(({ sku }) => [sku, product] as const))),
  };
  indexes.set(products, made);
  return made;
}

function refuseSkuTwice(drafts: Draft[]): void {
  const lines = new Map<string, number>();
  for (const { cells, line, problems } of drafts) {
    if (!cells.SKU) continue;
    const other = lines.get(cells.SKU);
    if (other) problems.push({ column: 'SKU', message: `Line ${other} has the same SKU` });
    else lines.set(cells.SKU, line);
  }
}

/** The rows of each product. Those without a known id or SKU go by their name: to other rows of that name, then to a product of the shop, then to a new one. */
function groupsOf(drafts: Draft[], products: KnownProduct[]): Draft[][] {
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

/** Plans one product: notes at each row what changes and what is wrong. Gives what has to be written, null for nothing. */
function planProduct(rows: Draft[], has: ReadonlySet<CatalogueColumn>, known: Known): ImportEntry | null {
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
  const counted = countedRows(rows, has, current);
  const fields = { ...ownFields(first, has, current, known), ...offered(rows, counted, has, current) };
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
    return { id, seen: null, fields: checked, stockSeen: null };
  }
  const changed = noteChanges(first, current, { ...current, ...checked });
  const areCounted = noteStock(counted, current);
  if (changed.length === 0 && !areCounted) return null;
  const own = Object.fromEntries(Object.entries(checked).filter(([field]) => (areCounted ? true : !STOCK_FIELDS.has(field))));
  return { id: current.id, seen: current.updatedAt, fields: own, stockSeen: stock.seen };
}

const STOCK_FIELDS = new Set(['variants', 'sku', 'stockQuantity']);

/** Rows of a product repeat its own cells. Each that differs from the first row's is refused: nobody knows which one is meant. */
function refuseDisagreement([first, ...others]: Draft[]): void {
  for (const { cells, problems } of others) {
    for (const column of PRODUCT_COLUMNS) {
      if (cells[column] === first?.cells[column]) continue;
      // A row that is found by its SKU needs no id.
      if (column === 'Product ID' && (!cells[column] || !first?.cells[column])) continue;
      problems.push({ column, message: `Line ${first?.line} says otherwise: all rows of a product say the same here` });
    }
  }
}

/** A row and the variant that it counts. */
interface Counted {
  row: Draft;
  color: string;
  size: string;
  sku: string | undefined;
  stock: number | undefined;
  /** The variant that is counted so today. */
  before: KnownVariant | undefined;
}

/** What the rows count; rows that say nothing of SKU, choice or stock are about the product alone. */
function countedRows(rows: Draft[], has: ReadonlySet<CatalogueColumn>, current: KnownProduct | undefined): Counted[] {
  const variants = current?.variants ?? [];
  const isPerChoice = variants.some(({ color, size, isArchived }) => !isArchived && (color !== '' || size !== ''));
  const counted: Counted[] = [];
  for (const row of rows) {
    const { cells, problems } = row;
    const { SKU: sku = '' } = cells;
    const bySku = variants.find((variant) => variant.sku === sku);
    const color = has.has('Color') ? (cells.Color ?? '') : (bySku?.color ?? '');
    const size = has.has('Size') ? (cells.Size ?? '') : (bySku?.size ?? '');
    const stock = numberIn(row, 'Stock');
    const skuTrick = skuComplaint(sku);
    if (skuTrick) problems.push({ column: 'SKU', message: skuTrick });
    if (!sku && !color && !size && (isPerChoice || !has.has('Stock'))) {
      if (isPerChoice && (stock !== undefined || rows.length > 1)) {
        problems.push({
          column: sku ? 'SKU' : 'Size',
          message: 'Each size and color is counted on its own: name one, or its SKU',
        });
      }
      continue;
    }
    if (isPerChoice && !color && !size) {
      problems.push({
        column: 'Size',
        message: 'Each size and color is counted on its own. To count it as a whole, use the form of the product.',
      });
      continue;
    }
    const sizes = [...COMMON_SIZES, ...(current?.sizes ?? []), ...splitList(cells.Sizes ?? '')];
    const spoiled = choiceComplaint(
      size,
      variants.some((variant) => variant.size === size) ? [size] : sizes.filter((known) => known !== size),
    );
    if (size && spoiled) problems.push({ column: 'Size', message: spoiled });
    else if (bySku && (bySku.color !== color || bySku.size !== size) && (bySku.color || bySku.size)) {
      problems.push({
        column: bySku.size === size ? 'Color' : 'Size',
        message: `${sku} is the SKU of ${[bySku.size, bySku.color].filter(Boolean).join(', ')}`,
      });
    } else if (bySku && (color || size) && !bySku.color && !bySku.size) {
      problems.push({ column: 'SKU', message: `${sku} is the SKU of all pieces together: leave it empty for a new one` });
    }
    const same = counted.find((other) => other.color === color && other.size === size);
    if (same) problems.push({ column: size ? 'Size' : 'Color', message: `Line ${same.row.line} is about the same pieces` });
    row.choice = [size, color].filter(Boolean).join(', ');
    counted.push({
      row,
      color,
      size,
      sku: sku || undefined,
      stock,
      before: variants.find((v) => v.color === color && v.size === size),
    });
  }
  return counted;
}

/** The number in a cell; undefined for an empty or missing one, and for one that is none, which is noted. */
function numberIn({ cells, problems }: Draft, column: 'Price' | 'Original price' | 'Stock'): number | undefined {
  const cell = cells[column];
  if (!cell) return undefined;
  const wrong = numberComplaint(cell);
  if (!wrong) return Number(cell);
  problems.push({ column, message: wrong });
  return undefined;
}

type Fields = Partial<z.input<typeof newProduct>>;

/** The product's own fields that the file gives, not checked yet. A field whose cell cannot be read is left out: the complaint is noted. */
function ownFields(
  row: Draft,
  has: ReadonlySet<CatalogueColumn>,
  current: KnownProduct | undefined,
  { categories }: Known,
): Fields {
  const { cells, problems } = row;
  const before = current && productCells(current);
  for (const column of ['Name', 'Material', 'Description'] as const) {
    const lost = lettersComplaint(cells[column] ?? '', before && String(before[column]));
    if (lost) problems.push({ column, message: lost });
  }
  const text = (column: ProductColumn) => (has.has(column) ? cells[column] : undefined);
  const flag = (column: 'Available' | 'New' | 'Featured') => {
    const said = text(column)?.toLowerCase();
    if (!said) return undefined;
    if (/^(yes|y|true|1)$/.test(said)) return true;
    if (/^(no|n|false|0)$/.test(said)) return false;
    problems.push({ column, message: 'Write yes or no' });
    return undefined;
  };
  const typed = text('Category');
  const category =
    typed === undefined
      ? undefined
      : categories.find(({ slug, name }) => slug === typed || name.toLowerCase() === typed.toLowerCase())?.slug;
  if (typed && !category) problems.push({ column: 'Category', message: 'There is no such category' });
  const price = numberIn(row, 'Price');
  if (current && text('Price') === '') problems.push({ column: 'Price', message: 'Required' });
  // A product always shows something: without photos it keeps those it has.
  const images = text('Images')?.split(/\s+/).filter(Boolean) || [];
  return given({
    name: text('Name'),
    category: typed === '' ? '' : category,
    price,
    originalPrice: text('Original price') === '' ? null : numberIn(row, 'Original price'),
    isAvailable: flag('Available'),
    isNew: flag('New'),
    isFeatured: flag('Featured'),
    material: text('Material'),
    description: text('Description'),
    images: images.length > 0 ? images : current ? undefined : [PHOTO_COMING],
    photoColors: photoColorsIn(row, has, images.length > 0 ? images : (current?.images ?? [])),
  });
}

function photoColorsIn({ cells, problems }: Draft, has: ReadonlySet<CatalogueColumn>, images: string[]): Fields['photoColors'] {
  if (!has.has('Photo colors')) return undefined;
  return splitList(cells['Photo colors'] ?? '').flatMap((entry) => {
    const [, place, color = ''] = /^(\d+)=(.+)$/s.exec(entry) ?? [];
    const image = images[Number(place) - 1];
    if (image) return [{ image, color }];
    problems.push({ column: 'Photo colors', message: 'Write the number of a photo and its color: 1=Gold; 2=Silver' });
    return [];
  });
}

/** The sizes and colours that the product shall offer: those listed, or those it has and the rows count. */
function offered(
  rows: Draft[],
  counted: Counted[],
  has: ReadonlySet<CatalogueColumn>,
  current: KnownProduct | undefined,
): Fields {
  const lists = (['sizes', 'colors'] as const).map((field) => {
    const [column, kind] = field === 'sizes' ? (['Sizes', 'size'] as const) : (['Colors', 'color'] as const);
    const listed = has.has(column) ? splitList(rows[0]?.cells[column] ?? '') : undefined;
    const chosen = [...new Set(counted.map((entry) => entry[kind]).filter(Boolean))];
    for (const size of listed ?? []) {
      const spoiled =
        field === 'sizes' &&
        !current?.sizes.includes(size) &&
        choiceComplaint(
          size,
          [...COMMON_SIZES, ...(current?.sizes ?? [])].filter((known) => known !== size),
        );
      if (spoiled) rows[0]?.problems.push({ column, message: spoiled });
    }
    if (listed && listed.length > 0) {
      for (const entry of counted) {
        if (entry[kind] && !listed.includes(entry[kind]))
          entry.row.problems.push({
            column: kind === 'size' ? 'Size' : 'Color',
            message: `Not among the ${field} of the product`,
          });
      }
      return [field, listed] as const;
    }
    const kept = listed && chosen.length === 0 ? [] : (current?.[field] ?? []);
    const all = [...kept, ...chosen.filter((name) => !kept.includes(name))];
    return [field, listed || chosen.length > 0 || !current ? all : undefined] as const;
  });
  return given(Object.fromEntries(lists));
}

/** The stock of a new product. */
function stockOfNew(counted: Counted[]): { fields: Fields; seen: null } {
  const [only] = counted;
  if (!only || (!only.color && !only.size && counted.length === 1)) {
    return { fields: given({ stockQuantity: only?.stock ?? 0, sku: only?.sku }), seen: null };
  }
  return { fields: { variants: counted.map((entry) => entryOf(entry, 0)) }, seen: null };
}

/** The stock of a product that the shop has. Choices that the file does not name stay, if the product still offers them. */
function stockOfKnown(
  current: KnownProduct,
  counted: Counted[],
  { sizes = current.sizes, colors = current.colors }: Fields,
): { fields: Fields; seen: number | null } {
  const [only] = counted;
  if (!only) return { fields: {}, seen: null };
  if (!only.color && !only.size && counted.length === 1) {
    const fields = given({ stockQuantity: only.stock, sku: only.sku });
    return { fields, seen: only.stock === undefined ? null : current.stockQuantity };
  }
  const wasWhole = current.variants.some(({ color, size, isArchived }) => !isArchived && !color && !size);
  for (const { row, stock } of counted) {
    if (wasWhole && stock === undefined) row.problems.push({ column: 'Stock', message: 'Enter how many pieces there are' });
  }
  const others = current.variants.filter(
    ({ color, size, isArchived }) =>
      !isArchived && (color || size) && !counted.some((entry) => entry.color === color && entry.size === size),
  );
  for (const { color, size, stockQuantity } of others) {
    const isOffered = (!size || sizes.includes(size)) && (!color || colors.includes(color));
    if (isOffered || stockQuantity === 0) continue;
    only.row.problems.push({
      column: size && !sizes.includes(size) ? 'Sizes' : 'Colors',
      message: `${[size, color].filter(Boolean).join(', ')} still has ${stockQuantity} pieces`,
    });
  }
  const staying = others.filter(({ color, size }) => (!size || sizes.includes(size)) && (!color || colors.includes(color)));
  return {
    fields: {
      variants: [
        ...counted.map((entry) => entryOf(entry)),
        ...staying.map(({ color, size }) => given({ color: color || undefined, size: size || undefined })),
      ],
    },
    seen: null,
  };
}

/** An entry of `variants`. A choice that has no stock yet begins with `opening` pieces. */
function entryOf({ color, size, sku, stock, before }: Counted, opening?: number) {
  return given({
    color: color || undefined,
    size: size || undefined,
    sku,
    stockQuantity: stock ?? (before && !before.isArchived ? undefined : (opening ?? 0)),
    stockSeen: stock === undefined || !before ? undefined : before.stockQuantity,
  });
}

/** The fields as the API would take them; null when it would not, which is noted at the cells. */
function checkFields(
  rows: Draft[],
  counted: Counted[],
  fields: Fields,
  current: KnownProduct | undefined,
): ProductEdit['fields'] | null {
  if (current && Object.keys(fields).length === 0) return {} as ProductEdit['fields'];
  const read = current ? productEdit.safeParse(fields) : newProduct.safeParse(fields);
  if (read.success) return 'fields' in read.data ? read.data.fields : read.data;
  for (const { path, message, code } of read.error.issues) {
    const [field, place, part] = path;
    const isOfVariant = field === 'variants' && typeof place === 'number';
    const row = (isOfVariant ? counted[place]?.row : undefined) ?? rows[0];
    const column = COLUMN_OF[String(isOfVariant ? part : field)] ?? '';
    if (row?.problems.some((problem) => problem.column === column)) continue;
    row?.problems.push({ column, message: code === 'invalid_type' ? 'Required' : message });
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

function noteNew(rows: Draft[], product: CatalogueProduct, has: ReadonlySet<CatalogueColumn>): void {
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
function noteChanges(row: Draft, current: KnownProduct, wanted: CatalogueProduct): ProductColumn[] {
  const before = productCells(current);
  const after = productCells(wanted);
  const changed = PRODUCT_COLUMNS.filter((column) => column !== 'Product ID' && before[column] !== after[column]);
  for (const column of changed)
    row.changes.push({ column, before: String(before[column] ?? ''), after: String(after[column] ?? '') });
  if (changed.length > 0) row.status = 'changed';
  return changed;
}

/** Notes at each row what changes of its stock and SKU. True when anything does. */
function noteStock(counted: Counted[], current: KnownProduct): boolean {
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

/** Without undefined fields. */
function given<Values extends object>(values: Values): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
