import { OWNER_RIGHTS } from '#domain/rights/rights.ts';
import type { ErrorCode } from '#server/errors.ts';
import { type Access, type DeclaredOperation, neededOf, whenProved } from './operation.ts';

/** Errors of everything that changes stock. */
export const STOCK_ERRORS = ['product_not_found', 'not_enough_stock', 'too_much_stock'] as const;

/** Errors of a photo, uploaded or fetched from an address. */
export const PHOTO_ERRORS = [
  'unsupported_photo',
  'more_than_a_photo',
  'photo_too_large',
  'photo_too_slow',
  'photo_unreadable',
  'photos_too_large',
  'storage_unreachable',
] as const;

/** Errors of signing in with a password. */
export const SIGN_IN_ERRORS = ['invalid_credentials', 'too_many_requests', 'auth_unreachable'] as const;

const STAFF_ERRORS = ['not_signed_in', 'staff_only', 'second_factor_required'] as const;

const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  anyone: [],
  shopper: ['not_signed_in'],
  staff: STAFF_ERRORS,
  'anyone or staff': [],
  'author or staff': STAFF_ERRORS,
  signed: ['wrong_signature'],
};

const BODY_ERRORS: readonly ErrorCode[] = [
  'unreadable_body',
  'body_cut_off',
  'body_too_slow',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
];

/** Errors of proving once more who is signed in. */
const PROOF_ERRORS = ['proof_needed', 'too_many_requests', 'auth_unreachable'] as const;

/** How staff without the right are refused. */
function refusalsOf(operation: DeclaredOperation): ErrorCode[] {
  return neededOf(operation).map(([right]) => (OWNER_RIGHTS.includes(right) ? 'owner_only' : 'not_allowed'));
}

/** Every error of an operation: those that follow from its row, and those the row lists. */
export function errorsOf(operation: DeclaredOperation): ErrorCode[] {
  const { access, path, query, body, limit, idempotent, cacheTags, shows, errors = [] } = operation;
  const proof = whenProved(operation);
  const codes = new Set<ErrorCode>([
    ...ACCESS_ERRORS[access],
    ...refusalsOf(operation),
    'url_too_long',
    ...(path.includes(':') ? (['validation_failed'] as const) : []),
    ...(query || cacheTags ? (['validation_failed'] as const) : []),
    ...(body || proof ? BODY_ERRORS : []),
    ...(proof ? PROOF_ERRORS : []),
    ...(shows ? (['owner_only'] as const) : []),
    ...(limit ? (['too_many_requests'] as const) : []),
    ...(idempotent ? (['validation_failed', 'idempotency_mismatch'] as const) : []),
    ...errors,
    'against_the_books',
    'internal_error',
    'database_unreachable',
  ]);
  return [...codes];
}
