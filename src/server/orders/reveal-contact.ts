import { revealedContact } from '#domain/orders/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/**
 * Shows the contact of an order to somebody whose role reveals them one by one; noted in the audit log. `actor` is the staff member's id.
 * @throws ApiError `order_not_found`, `too_many_reveals` when those of the day are used up
 */
export function revealContact(db: ShopDatabase, orderId: string, actor: string) {
  return callFunction(db, 'reveal_contact', { order_id: orderId, actor }, revealedContact);
}
