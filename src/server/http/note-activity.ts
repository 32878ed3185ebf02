import type { ActivityKind } from '#domain/audit-log/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { DeclaredOperation } from './operation.ts';

interface Resource {
  /** What its operations are about. */
  kind: ActivityKind;
  /** Its tables note what changes, so that a save which changed nothing notes nothing. */
  tablesNote?: true;
}

/** Resources by their path below `/api`. What is done to any other is noted, as something `other`. */
const RESOURCES: Record<string, Resource> = {
  advances: { kind: 'payment', tablesNote: true },
  analytics: { kind: 'price', tablesNote: true },
  auth: { kind: 'session' },
  'bank-accounts': { kind: 'bank_account', tablesNote: true },
  'bank-statement': { kind: 'payment' },
  books: { kind: 'payment', tablesNote: true },
  bookings: { kind: 'parcel' },
  catalogue: { kind: 'product', tablesNote: true },
  categories: { kind: 'product', tablesNote: true },
  confirmations: { kind: 'order', tablesNote: true },
  couriers: { kind: 'settings' },
  customers: { kind: 'customer', tablesNote: true },
  deleted: { kind: 'other', tablesNote: true },
  'discount-codes': { kind: 'discount_code', tablesNote: true },
  disputes: { kind: 'payment', tablesNote: true },
  exports: { kind: 'export' },
  'goods-back': { kind: 'parcel' },
  limits: { kind: 'settings', tablesNote: true },
  messages: { kind: 'message', tablesNote: true },
  'missed-searches': { kind: 'settings' },
  orders: { kind: 'order', tablesNote: true },
  packing: { kind: 'parcel' },
  payments: { kind: 'payment', tablesNote: true },
  photos: { kind: 'product' },
  products: { kind: 'product', tablesNote: true },
  'purchase-orders': { kind: 'purchase', tablesNote: true },
  'ready-texts': { kind: 'settings', tablesNote: true },
  returns: { kind: 'order', tablesNote: true },
  reviews: { kind: 'review', tablesNote: true },
  settings: { kind: 'settings', tablesNote: true },
  settlements: { kind: 'payment', tablesNote: true },
  shipments: { kind: 'parcel', tablesNote: true },
  staff: { kind: 'staff', tablesNote: true },
  status: { kind: 'settings', tablesNote: true },
  'stock-history': { kind: 'stock', tablesNote: true },
  suppliers: { kind: 'purchase', tablesNote: true },
  'under-way': { kind: 'parcel' },
  upload: { kind: 'product' },
};

/**
 * Notes what somebody on the staff has done, unless the database noted it with the change itself: writes that change no record, and reads that take data out
 * of the shop or reveal a number.
 */
export async function noteRequest(db: ShopDatabase, operation: DeclaredOperation, params: Record<string, string>): Promise<void> {
  const { right } = operation;
  const leaves = right === 'export' ? 'export' : right === 'reveal_contacts' ? 'reveal' : null;
  const isRead = operation.method === 'get' || operation.reads;
  if (!leaves && (isRead || resourceOf(operation).tablesNote)) return;
  await note(db, 'note_request', leaves ?? resourceOf(operation).kind, operation, params);
}

/** Notes that the role of somebody on the staff did not allow what they wanted. */
export async function noteRefusal(
  db: ShopDatabase,
  operation: DeclaredOperation,
  params: Record<string, string>,
  failure: unknown,
): Promise<void> {
  const isForWantOfRight = failure instanceof ApiError && ['not_allowed', 'owner_only'].includes(failure.code);
  if (isForWantOfRight) await note(db, 'note_refusal', resourceOf(operation).kind, operation, params);
}

/** A note that fails spoils no answer. */
async function note(
  db: ShopDatabase,
  name: 'note_request' | 'note_refusal',
  kind: ActivityKind,
  { summary, method, path }: DeclaredOperation,
  params: Record<string, string>,
): Promise<void> {
  const record = Object.values(params).find((value) => /^([0-9a-f]{24}|[0-9a-f-]{36})$/.test(value)) ?? null;
  await callFunction(db, name, { kind, record_id: record, summary }).catch((failure: unknown) =>
    logFailure(`noting ${method.toUpperCase()} ${path}`, failure),
  );
}

/** `/api/orders/:id` is about `orders`. */
export function resourceOf({ path }: Pick<DeclaredOperation, 'path'>): Resource {
  return RESOURCES[path.split('/')[2] ?? ''] ?? { kind: 'other' };
}
