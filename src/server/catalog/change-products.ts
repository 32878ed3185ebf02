import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  type ChangedProducts,
  type ProductChanges,
  type ProductOutcome,
  productOutcome,
  type VersionedProducts,
} from '#domain/catalog/contract.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Json } from '#server/database/types.ts';
import { type ErrorCode, isErrorCode, refused } from '#server/errors.ts';

/** So many in a transaction: orders wait for the products in it. */
const CHUNK_SIZE = 100;

/** A refusal as SQL caught it. */
const caughtRefusal = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code)),
  details: z.string().nullable(),
  hint: z.string().nullable(),
});

const caughtOutcomes = z.array(productOutcome.extend({ refusal: caughtRefusal.nullable() }));

/**
 * Changes many products, each on its own: one that is refused stops no other. `actor` is the staff member's id.
 * @throws ApiError `validation_failed` for an unknown category
 */
export async function changeProducts(
  db: ShopDatabase,
  { products, change }: ProductChanges,
  actor: string,
): Promise<ChangedProducts> {
  const undoId = randomUUID();
  const outcomes = await changeEach(db, products, toColumns(change), undoId, actor);
  return { undoId: outcomes.some(({ refusal }) => !refusal) ? undoId : null, outcomes };
}

/** Takes many products off sale, each on its own. They can be restored like any deleted record. */
export function archiveProducts(db: ShopDatabase, products: VersionedProducts, actor: string): Promise<ProductOutcome[]> {
  return changeEach(db, products, { archive: true }, randomUUID(), actor);
}

async function changeEach(
  db: ShopDatabase,
  products: VersionedProducts,
  change: Json,
  bulkId: string,
  actor: string,
): Promise<ProductOutcome[]> {
  const outcomes: ProductOutcome[] = [];
  for (let start = 0; start < products.length; start += CHUNK_SIZE) {
    const chunk = products.slice(start, start + CHUNK_SIZE);
    const args = { products: chunk, change, bulk_id: bulkId, actor };
    outcomes.push(...outcomesOf(await callFunction(db, 'change_products', args, caughtOutcomes)));
  }
  return outcomes;
}

/** Undoes a change of the last minute; products edited since stay as they are. @throws ApiError `undo_expired` */
export async function undoProductChanges(db: ShopDatabase, undoId: string, actor: string): Promise<ProductOutcome[]> {
  return outcomesOf(await callFunction(db, 'undo_product_changes', { bulk_id: undoId, actor }, caughtOutcomes));
}

function outcomesOf(caught: z.infer<typeof caughtOutcomes>): ProductOutcome[] {
  return caught.map(({ id, refusal }) => ({ id, refusal: refusal && refusalOf(refusal) }));
}

/** The complaint about a field instead of the general message: nobody typed into a form here. */
function refusalOf({ code, details: raised, hint }: z.infer<typeof caughtRefusal>): NonNullable<ProductOutcome['refusal']> {
  const { message, details, errors } = refused({ code, details: raised, words: hint });
  if (errors) return { code, message: errors.map((each) => each.message).join('; ') };
  return { code, message, ...(details === undefined ? {} : { details }) };
}
