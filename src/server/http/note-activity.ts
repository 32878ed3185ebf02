import type { ActivityKind } from '#domain/audit-log/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { DeclaredOperation } from './operation.ts';

/** What the operations of a resource are about, by its path below `/api`. */
const KINDS: Record<string, ActivityKind> = {
  advances: 'payment',
  auth: 'session',
  'bank-accounts': 'bank_account',
  'bank-statement': 'payment',
  catalogue: 'product',
  categories: 'product',
  confirmations: 'order',
  customers: 'customer',
  'discount-codes': 'discount_code',
  limits: 'settings',
  messages: 'message',
  'missed-searches': 'settings',
  orders: 'order',
  payments: 'payment',
  photos: 'product',
  products: 'product',
  'purchase-orders': 'purchase',
  'ready-texts': 'settings',
  reviews: 'review',
  settings: 'settings',
  shipments: 'parcel',
  staff: 'staff',
  status: 'settings',
  'stock-history': 'stock',
  upload: 'product',
};

/** Resources whose tables note what changes, so that a save which changed nothing notes nothing. */
const NOTED_WITH_THE_CHANGE = new Set([
  'advances',
  'bank-accounts',
  'catalogue',
  'categories',
  'confirmations',
  'customers',
  'deleted',
  'discount-codes',
  'limits',
  'messages',
  'orders',
  'payments',
  'products',
  'purchase-orders',
  'ready-texts',
  'reviews',
  'settings',
  'shipments',
  'staff',
  'status',
  'stock-history',
]);

/**
 * Notes what somebody on the staff has done, unless the database noted it with the change itself: writes that change no record, and reads that take data out
 * of the shop or reveal a number. A resource that is new here is noted.
 */
export async function noteRequest(db: ShopDatabase, operation: DeclaredOperation, params: Record<string, string>): Promise<void> {
  const { right } = operation;
  const leaves = right === 'export' ? 'export' : right === 'reveal_contacts' ? 'reveal' : null;
  const isRead = operation.method === 'get' || operation.reads;
  if (!leaves && (isRead || NOTED_WITH_THE_CHANGE.has(nounOf(operation)))) return;
  await note(db, 'note_request', leaves ?? kindOf(operation), operation, params);
}

/** Notes that the role of somebody on the staff did not allow what they wanted. */
export async function noteRefusal(
  db: ShopDatabase,
  operation: DeclaredOperation,
  params: Record<string, string>,
  failure: unknown,
): Promise<void> {
  const isForWantOfRight = failure instanceof ApiError && ['not_allowed', 'owner_only'].includes(failure.code);
  if (isForWantOfRight) await note(db, 'note_refusal', kindOf(operation), operation, params);
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

function kindOf(operation: DeclaredOperation): ActivityKind {
  return KINDS[nounOf(operation)] ?? 'other';
}

/** `/api/orders/:id` is about `orders`. */
function nounOf({ path }: DeclaredOperation): string {
  return path.split('/')[2] ?? '';
}
