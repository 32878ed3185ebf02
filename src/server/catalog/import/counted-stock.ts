/** The rows of a product that count its pieces: the choices it shall offer, and the stock of each. */
import { type CatalogColumn, STOCK_SEEN, splitList } from '#domain/catalog/catalog-csv.ts';
import { choiceName, isChoice, isOffered, isSameChoice } from '#domain/variants/choice-text.ts';
import { BANGLE_SIZES } from '#domain/variants/sizes.ts';
import { type Draft, type KnownProduct, type KnownVariant, numberIn } from './drafts.ts';
import { type Fields, given } from './product-fields.ts';
import { choiceComplaint, skuComplaint } from './spreadsheet-tricks.ts';

/** Sizes of the trade that spreadsheets spoil. */
const COMMON_SIZES = BANGLE_SIZES.map(({ size }) => size);

/** A row and the variant that it counts. */
export interface Counted {
  row: Draft;
  color: string;
  size: string;
  sku: string | undefined;
  stock: number | undefined;
  /** The variant that is counted so today. */
  before: KnownVariant | undefined;
}

/**
 * What the rows count; rows that say nothing of SKU, choice or stock are about the product alone. Takes the products of the shop, of which a new one may be a known one
 * with spoiled SKUs.
 */
export function countedRows(
  rows: Draft[],
  has: ReadonlySet<CatalogColumn>,
  current: KnownProduct | undefined,
  products: KnownProduct[],
): Counted[] {
  const variants = current?.variants ?? [];
  const alike = current ? [current] : products.filter(({ name }) => name === rows[0]?.cells.Name);
  const knownSkus = alike.flatMap((product) => product.variants.map(({ sku }) => sku)).filter(Boolean);
  const isPerChoice = variants.some((variant) => !variant.isArchived && isChoice(variant));
  const counted: Counted[] = [];
  for (const row of rows) {
    const { cells, problems } = row;
    const { SKU: sku = '' } = cells;
    const bySku = variants.find((variant) => variant.sku === sku);
    const color = has.has('Color') ? (cells.Color ?? '') : (bySku?.color ?? '');
    const size = has.has('Size') ? (cells.Size ?? '') : (bySku?.size ?? '');
    const before = variants.find((variant) => variant.color === color && variant.size === size);
    const stock = stockIn(row, before);
    const skuTrick = skuComplaint(row.typedSku, knownSkus);
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
        message: `${sku} is the SKU of ${choiceName(bySku)}`,
      });
    } else if (bySku && (color || size) && !bySku.color && !bySku.size) {
      problems.push({ column: 'SKU', message: `${sku} is the SKU of all pieces together: leave it empty for a new one` });
    }
    const same = counted.find((other) => isSameChoice(other, { color, size }));
    if (same) problems.push({ column: size ? 'Size' : 'Color', message: `Line ${same.row.line} is about the same pieces` });
    row.choice = choiceName({ size, color });
    counted.push({
      row,
      color,
      size,
      sku: sku || undefined,
      stock,
      before,
    });
  }
  return counted;
}

/**
 * The stock that a row asks for; undefined where it leaves the stock alone: its cell says what the file saw when it was saved. Where pieces moved since then, a new
 * number is refused, as the form refuses it: it was counted from another one.
 */
function stockIn(row: Draft, before: KnownVariant | undefined): number | undefined {
  const stock = numberIn(row, 'Stock');
  const seen = numberIn(row, STOCK_SEEN);
  if (stock === undefined || seen === undefined || !before || before.isArchived) return stock;
  if (stock === seen) return undefined;
  if (before.stockQuantity !== seen && before.stockQuantity !== stock) {
    row.problems.push({
      column: 'Stock',
      message: `There were ${seen} when this file was saved, and there are ${before.stockQuantity} now: write ${seen} to leave the stock alone, or ${before.stockQuantity} under “${STOCK_SEEN}” to set it`,
    });
  }
  return stock;
}

/** The sizes and colours that the product shall offer: those listed, or those it has and the rows count. */
export function offered(
  rows: Draft[],
  counted: Counted[],
  has: ReadonlySet<CatalogColumn>,
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
export function stockOfNew(counted: Counted[]): { fields: Fields; seen: null } {
  const [only] = counted;
  if (!only || (!only.color && !only.size && counted.length === 1)) {
    return { fields: given({ stockQuantity: only?.stock ?? 0, sku: only?.sku }), seen: null };
  }
  return { fields: { variants: counted.map((entry) => entryOf(entry, 0)) }, seen: null };
}

/** The stock of a product that the shop has. Choices that the file does not name stay, if the product still offers them. */
export function stockOfKnown(
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
  const before = current.variants.filter(({ isArchived }) => !isArchived);
  const wasWhole = before.some((variant) => !isChoice(variant));
  for (const { row, stock } of counted) {
    if (wasWhole && stock === undefined) row.problems.push({ column: 'Stock', message: 'Enter how many pieces there are' });
  }
  const others = before.filter((variant) => isChoice(variant) && !counted.some((entry) => isSameChoice(entry, variant)));
  const staying = others.filter((variant) => isOffered(variant, { sizes, colors }));
  for (const variant of others) {
    if (staying.includes(variant) || variant.stockQuantity === 0) continue;
    only.row.problems.push({
      column: isOffered({ size: variant.size }, { sizes, colors }) ? 'Colors' : 'Sizes',
      message: `${choiceName(variant)} still has ${variant.stockQuantity} pieces`,
    });
  }
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
