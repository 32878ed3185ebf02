import { requireShopper, requireStaff, type SignedInStaff, shopperOf, staffOf } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { DeclaredOperation, Shopper } from './operation.ts';

interface Caller {
  /** The bearer token that came with the request. */
  token: string | null;
  shopper: Shopper | null;
  staff: SignedInStaff | null;
  /** What came as `X-Edit-Token`, not compared with anything yet. */
  editToken: string | null;
}

/**
 * Finds out who calls, as far as the operation wants to know.
 * @throws ApiError 401 without the token it wants, 403 with somebody else's or before a second factor that is required, 503 when Auth cannot be reached
 */
export async function admit(db: ShopDatabase, operation: DeclaredOperation, request: Request): Promise<Caller> {
  const token = bearerOf(request);
  const nobody = { token, shopper: null, staff: null, editToken: null };
  switch (operation.access) {
    case 'staff':
      return { ...nobody, staff: await requireStaff(db, token, operation.beforeEnrolling) };
    case 'shopper':
      return { ...nobody, shopper: await requireShopper(db, token) };
    case 'anyone or staff':
      return { ...nobody, staff: await staffOf(db, token) };
    case 'author or staff': {
      const editToken = request.headers.get('x-edit-token');
      return { ...nobody, editToken, staff: editToken ? await staffOf(db, token) : await requireStaff(db, token) };
    }
    case 'anyone':
      return operation.shopper === 'optional' && token ? { ...nobody, shopper: await shopperOf(db, token) } : nobody;
  }
}

function bearerOf(request: Request): string | null {
  return /^Bearer (\S{1,4096})$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}
