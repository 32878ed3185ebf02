import * as z from 'zod';
import { confirmationState } from '#domain/confirmations/confirmation.ts';
import type { ConfirmationOverride, ConfirmationQuery, NewAttempt, NextConfirmation } from '#domain/confirmations/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** SQL returns rows, because reading turns the keys of objects into camelCase and states must stay as they are. */
const counted = z.looseObject({ counts: z.array(z.object({ state: confirmationState, count: z.int() })) });

/** Open orders by confirmation, most urgent first, and how many there are of each state. */
export async function listConfirmations(db: ShopDatabase, { state, page, limit }: ConfirmationQuery) {
  const args = { state: state ?? null, page_offset: (page - 1) * limit, page_limit: limit };
  const { counts, ...list } = counted.parse(await callFunction(db, 'list_confirmations', args));
  return { ...list, counts: Object.fromEntries(counts.map(({ state: counted, count }) => [counted, count])) };
}

/** Claims the most urgent order that nobody else holds. Null when none is due. `actor` is the staff member's id, as everywhere here. */
export function claimNext(db: ShopDatabase, { after }: NextConfirmation, actor: string) {
  return callFunction(db, 'next_confirmation', { actor, after_order: after });
}

/** Claims an order for fifteen minutes. @throws ApiError `order_not_found`, `order_closed`, `claimed_by_other` */
export function claimOrder(db: ShopDatabase, orderId: string, actor: string) {
  return callFunction(db, 'claim_confirmation', { order_id: orderId, actor });
}

/** Gives an order back; one that somebody else holds stays theirs. */
export async function releaseOrder(db: ShopDatabase, orderId: string, actor: string): Promise<null> {
  await callFunction(db, 'release_confirmation', { order_id: orderId, actor });
  return null;
}

/**
 * Stores what came of asking, once per key, and claims the next order if asked to.
 * @throws ApiError `order_not_found`, `order_closed`, `claimed_by_other`, `idempotency_mismatch`
 */
export async function recordAttempt(
  db: ShopDatabase,
  orderId: string,
  { next, ...attempt }: NewAttempt,
  { actor, idempotencyKey }: { actor: string; idempotencyKey: string | null },
) {
  const args = { order_id: orderId, attempt, actor, idempotency_key: idempotencyKey };
  const order = await callFunction(db, 'record_attempt', args);
  return { order, next: next ? await claimNext(db, { after: null }, actor) : null };
}

/** Lets an order go out although nobody confirmed it. @throws ApiError `order_not_found`, `order_closed` */
export function overrideConfirmation(db: ShopDatabase, orderId: string, { reason }: ConfirmationOverride, actor: string) {
  return callFunction(db, 'override_confirmation', { order_id: orderId, reason, actor });
}
