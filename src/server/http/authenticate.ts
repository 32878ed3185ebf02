import {
  assertMay,
  requireShopper,
  requireStaff,
  type Shopper,
  type SignedInStaff,
  shopperOf,
  staffOf,
} from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { type DeclaredOperation, neededOf } from './operation.ts';

export interface Caller {
  /** The bearer token that came with the request. */
  token: string | null;
  shopper: Shopper | null;
  staff: SignedInStaff | null;
  /** The `X-Edit-Token`, not checked yet. */
  editToken: string | null;
}

/**
 * Finds out who calls, as far as the operation needs it.
 * @throws ApiError `not_signed_in`, `staff_only`, `second_factor_required`, `auth_unreachable`
 */
export async function authenticate(db: ShopDatabase, operation: DeclaredOperation, request: Request): Promise<Caller> {
  const token = bearerOf(request);
  const anonymous = { token, shopper: null, staff: null, editToken: null };
  switch (operation.access) {
    case 'staff':
      return { ...anonymous, staff: await requireStaff(db, token, operation.beforeEnrolling) };
    case 'shopper':
      return { ...anonymous, shopper: await requireShopper(db, token) };
    case 'anyone or staff':
      return { ...anonymous, staff: await staffOf(db, token) };
    case 'author or staff': {
      const editToken = request.headers.get('x-edit-token');
      return { ...anonymous, editToken, staff: editToken ? await staffOf(db, token) : await requireStaff(db, token) };
    }
    // The signature stands over the body, which is read later.
    case 'signed':
      return anonymous;
    case 'anyone':
      return operation.shopper === 'optional' && token ? { ...anonymous, shopper: await shopperOf(db, token) } : anonymous;
  }
}

/** @throws ApiError `not_allowed` and `owner_only` for staff without the right */
export function assertRight(operation: DeclaredOperation, { staff }: Caller): void {
  if (staff) for (const needed of neededOf(operation)) assertMay(staff, needed);
}

function bearerOf(request: Request): string | null {
  return /^Bearer (\S{1,4096})$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}
