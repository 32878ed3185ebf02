import * as z from 'zod';
import {
  courierHolding,
  type HoldingQuery,
  heldParcel,
  type SettlementFile,
  type SettlementQuery,
  settlement,
  settlementCheck,
  settlementDetails,
} from '#domain/settlements/contract.ts';
import { callFunction, callPage, toColumns } from '#server/database/calls.ts';
import { type ShopDatabase, supabase } from '#server/database/client.ts';
import { secrets } from '#server/secrets.ts';

/** A file of thousands takes longer than other requests. Below what a function may take. */
const TIMEOUT_MS = 55_000;

const patient = () => supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS);

/** Couriers’ booked files, the newest first. */
export function listSettlements(db: ShopDatabase, query: SettlementQuery) {
  const { courierId = null, state = null, arrival = null } = query;
  return callPage(db, 'list_settlements', { courier_id: courierId, state, arrival }, query, settlement);
}

/** A booked file with its lines. @throws ApiError `settlement_not_found` */
export function getSettlement(db: ShopDatabase, id: string) {
  return callFunction(db, 'find_settlement', { settlement_id: id }, settlementDetails);
}

/** Says what booking a file would do, and writes nothing. @throws ApiError `courier_not_found` */
export function checkSettlement(file: SettlementFile) {
  return callFunction(patient(), 'check_settlement', argsOf(file), settlementCheck);
}

/** Books a courier’s file, all or nothing. @throws ApiError `courier_not_found`, `settlement_refused`, `idempotency_mismatch` */
export function bookSettlement(file: SettlementFile, actor: string, idempotencyKey: string | null) {
  return callFunction(patient(), 'book_settlement', { ...argsOf(file), actor, idempotency_key: idempotencyKey }, settlement);
}

/** Undoes a booked file. @throws ApiError `settlement_not_found`, `settlement_undone`, `settlement_built_on` */
export function undoSettlement(id: string, reason: string, actor: string) {
  return callFunction(patient(), 'undo_settlement', { settlement_id: id, reason, actor }, settlement);
}

/** What each courier still has, the most first. */
export function listHoldings(db: ShopDatabase) {
  return callFunction(db, 'courier_holdings', {}, z.array(courierHolding));
}

/** The parcels of whose cash couriers have something, the oldest first. */
export function listHeldParcels(db: ShopDatabase, query: HoldingQuery) {
  return callPage(db, 'list_held_parcels', { courier_id: query.courierId ?? null }, query, heldParcel);
}

function argsOf({ courierId, fileName, fileHash, reference, control, rows }: SettlementFile) {
  return { courier_id: courierId, file: { fileName, fileHash, reference, ...control }, rows: rows.map(toColumns) };
}
