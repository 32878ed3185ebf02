import type { Sql } from 'postgres';
import type { VariantEntry } from '#domain/variants/contract.ts';
import { addProduct, type ProductRow } from '#tests/db/rows/catalogue-rows.ts';

interface Fields {
  sizes?: string[];
  colors?: string[];
  sku?: string | undefined;
  stock_quantity?: number;
  variants?: VariantEntry[];
}

/** Edits a product as staff do, with the fields of `edit_product`. */
export async function editProduct(sql: Sql, { id }: { id: string }, fields: Fields): Promise<void> {
  await sql`select public.edit_product(${id}, ${sql.json(fields as never)}, null, null)`;
}

/** A product counted by size, with these pieces of each. */
export async function addBangles(sql: Sql, stock: Record<string, number>): Promise<ProductRow> {
  const sizes = Object.keys(stock);
  const bangle = await addProduct(sql, { sizes });
  await editProduct(sql, bangle, { variants: sizes.map((size) => ({ size, stockQuantity: stock[size] ?? 0 })) });
  return bangle;
}

/** The pieces of each choice on offer, or of all that ever were, as `size color`. */
export async function stockByChoice(
  sql: Sql,
  { id }: { id: string },
  { archived = false } = {},
): Promise<Record<string, number>> {
  const rows = await sql<{ choice: string; stock: number }[]>`
    select concat_ws(' ', nullif(size, ''), nullif(color, '')) as choice, stock_quantity as stock from public.product_variants
     where product_id = ${id} and (archived_at is null or ${archived}) order by size`;
  return Object.fromEntries(rows.map(({ choice, stock }) => [choice, stock]));
}
