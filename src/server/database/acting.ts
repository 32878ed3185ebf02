import { AsyncLocalStorage } from 'node:async_hooks';

/** Who of the staff asks, and for what: the database writes it down, and checks their rights where the effect is. */
export interface Acting {
  staffId: string;
  sessionId: string;
  /** `PUT /api/orders/:id` */
  operation: string;
  requestId: string;
}

const acting = new AsyncLocalStorage<Acting | null>();

/** Does work whose calls of Supabase say that this staff member acts, or with null that nobody of the staff does. */
export function actingAs<Result>(who: Acting | null, work: () => Result): Result {
  return acting.run(who, work);
}

/** The headers by which the database knows who acts: `shop.acting()` reads them. */
export function actingHeaders(): Record<string, string> {
  const who = acting.getStore();
  if (!who) return {};
  const { staffId, sessionId, operation, requestId } = who;
  return { 'x-shop-actor': staffId, 'x-shop-session': sessionId, 'x-shop-operation': operation, 'x-shop-request': requestId };
}
