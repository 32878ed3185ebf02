import type { Sql } from 'postgres';
import { answer } from './staff-calls.ts';

export interface CountedPiece {
  sku: string;
  counted: number;
  stockSeen: number;
}

/** What became of one product of a bulk change. */
export interface Outcome {
  id: string;
  refusal: { code: string } | null;
}

/** Saves a stock count; a repeated key answers with the first one. */
export function countStock(sql: Sql, items: CountedPiece[], key: string | null = null): Promise<{ count_number: string }> {
  return answer(sql`select public.count_stock(${sql.json(items.map((item) => ({ ...item })))}, '', null, ${key}) as answer`);
}

/** Changes many products, each on its own; `updatedAt` is the version that was seen, if any. */
export function changeProducts(
  sql: Sql,
  products: { id: string; updatedAt?: string | undefined }[],
  change: object,
  { bulkId, actor }: { bulkId: string; actor: string },
): Promise<Outcome[]> {
  const entries = products.map(({ id, updatedAt = null }) => ({ id, updatedAt }));
  return answer(
    sql`select public.change_products(${sql.json(entries)}, ${sql.json(change as never)}, ${bulkId}, ${actor}) as answer`,
  );
}

export function undoChanges(sql: Sql, { bulkId, actor }: { bulkId: string; actor: string }): Promise<Outcome[]> {
  return answer(sql`select public.undo_product_changes(${bulkId}, ${actor}) as answer`);
}

/** A row of a file: of the product that was read, or a new one. */
export interface FileEntry {
  product?: { id: string; updatedAt: string };
  fields: object;
}

/** Adds and changes products as a file does, all or none. `known` is how many products there were when the file was read. */
export function importProducts(sql: Sql, file: FileEntry[], known: number): Promise<number> {
  const entries = file.map(({ product, fields }) => ({
    id: product?.id ?? null,
    expectedVersion: product?.updatedAt ?? null,
    fields,
    stockSeen: null,
  }));
  return answer(sql`select public.import_products(${sql.json(entries as never)}, ${known}, null) as answer`);
}
