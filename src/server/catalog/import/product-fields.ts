/** The fields of a product as its rows give them. */
import type * as z from 'zod';
import {
  type CatalogColumn,
  type CatalogProduct,
  type COLUMN_OF,
  joinList,
  type ProductColumn,
  productCells,
  splitList,
} from '#domain/catalog/catalog-csv.ts';
import { PHOTO_COMING } from '#domain/photos/photo-coming.ts';
import type { newProduct } from '#domain/products/edit.ts';
import { OCCASION_LABELS, occasionsOf } from '#domain/products/occasions.ts';
import { type Draft, type Known, type KnownProduct, numberIn } from './drafts.ts';
import { lettersComplaint } from './spreadsheet-tricks.ts';

export type Fields = Partial<z.input<typeof newProduct>>;

/** The fields that `ownFields` reads; colours and sizes come from the rows of all variants. */
type OwnField = Exclude<keyof CatalogProduct, 'id' | 'colors' | 'sizes'>;

/** Whose letters a spreadsheet can lose. */
const TEXT_COLUMNS = [
  'Name',
  'Material',
  'Plating',
  'Base metal',
  'Stones',
  'Closure',
  'In the box',
  'Care',
  'No returns because',
  'Description',
] as const;

/** The product's own fields that the file gives, not checked yet. A field whose cell cannot be read is left out: the complaint is noted. */
export function ownFields(
  row: Draft,
  has: ReadonlySet<CatalogColumn>,
  current: KnownProduct | undefined,
  categories: Known['categories'],
): Fields {
  const { cells, problems } = row;
  const before = current && productCells(current);
  for (const column of TEXT_COLUMNS) {
    const lost = lettersComplaint(cells[column] ?? '', before && String(before[column]));
    if (lost) problems.push({ column, message: lost });
  }
  const text = (column: ProductColumn) => (has.has(column) ? cells[column] : undefined);
  const figure = (
    column: (typeof COLUMN_OF)['originalPrice' | 'lengthMm' | 'widthMm' | 'innerMm' | 'chainMm' | 'weightGrams'],
  ) => (text(column) === '' ? null : numberIn(row, column));
  const flag = (column: 'Available' | 'New' | 'Featured' | 'Nickel free') => {
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
  const shown = images.length > 0 ? images : (current?.images ?? []);
  return given({
    name: text('Name'),
    category: typed === '' ? '' : category,
    price,
    originalPrice: figure('Original price'),
    isAvailable: flag('Available'),
    isNew: flag('New'),
    isFeatured: flag('Featured'),
    material: text('Material'),
    lengthMm: figure('Length (mm)'),
    widthMm: figure('Width (mm)'),
    innerMm: figure('Inner diameter (mm)'),
    chainMm: figure('Chain length (mm)'),
    weightGrams: figure('Weight (g)'),
    plating: text('Plating'),
    baseMetal: text('Base metal'),
    stones: text('Stones'),
    closure: text('Closure'),
    inTheBox: text('In the box'),
    isNickelFree: text('Nickel free') === '' ? null : flag('Nickel free'),
    occasions: occasionsIn(row),
    care: text('Care'),
    noReturnReason: text('No returns because'),
    description: text('Description'),
    images: images.length > 0 ? images : current ? undefined : [PHOTO_COMING],
    photoColors: photoColorsIn(row, has, shown),
    wornImages: wornImagesIn(row, has, shown),
  } satisfies Record<OwnField, unknown>);
}

function occasionsIn({ cells, problems }: Draft): Fields['occasions'] {
  if (cells.Occasions === undefined) return undefined;
  // None of them has a comma in its name, and people write one between them.
  const typed = splitList(cells.Occasions.replaceAll(',', ';')).map((name) => name.toLowerCase());
  const known = occasionsOf(typed);
  if (known.length === new Set(typed).size) return known;
  problems.push({ column: 'Occasions', message: `Choose from ${joinList(Object.values(OCCASION_LABELS))}` });
  return undefined;
}

function photoColorsIn({ cells, problems }: Draft, has: ReadonlySet<CatalogColumn>, images: string[]): Fields['photoColors'] {
  if (!has.has('Photo colors')) return undefined;
  return splitList(cells['Photo colors'] ?? '').flatMap((entry) => {
    const [, place, color = ''] = /^(\d+)=(.+)$/s.exec(entry) ?? [];
    const image = images[Number(place) - 1];
    if (image) return [{ image, color }];
    problems.push({ column: 'Photo colors', message: 'Write the number of a photo and its color: 1=Gold; 2=Silver' });
    return [];
  });
}

function wornImagesIn({ cells, problems }: Draft, has: ReadonlySet<CatalogColumn>, images: string[]): Fields['wornImages'] {
  if (!has.has('Worn photos')) return undefined;
  return splitList(cells['Worn photos'] ?? '').flatMap((place) => {
    const image = /^\d+$/.test(place) && images[Number(place) - 1];
    if (image) return [image];
    problems.push({ column: 'Worn photos', message: 'Write the numbers of the photos that show it worn: 2; 3' });
    return [];
  });
}

/** Without undefined fields. */
export function given<Values extends object>(values: Values): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
