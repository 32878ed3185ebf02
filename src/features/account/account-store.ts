import { atom } from 'nanostores';
import { ApiFailure, callApi, callApiPage } from '#browser/api.ts';
import { $shopper, clearSession, shopperToken } from '#features/shopper/shopper-session.ts';
import type { ShopperSession } from '#shared/schemas/accounts.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** What the server knows of whoever is signed in. `guest`: nobody is. */
export type Account =
  | { kind: 'guest'; hasEnded: boolean }
  | { kind: 'loading' }
  | { kind: 'loaded'; email: string; orders: Order[]; totalOrders: number }
  | { kind: 'unreachable'; text: string };

export const $account = atom<Account>({ kind: 'loading' });

const MAX_ORDERS = 100;

/** Keeps the account as the session says, also when another tab signs in or out. Gives what ends it. */
export function followShopper(): () => void {
  return $shopper.subscribe(() => void openAccount());
}

/** Asks for the shopper's own orders. A session that has ended makes them a guest again, and says so. */
async function openAccount(): Promise<void> {
  const token = shopperToken();
  if (!token) {
    // A name without a token to prove it is a session that has ended; a record that cannot be read is cleared.
    const hasEnded = $shopper.get() !== undefined;
    if (!hasEnded) clearSession();
    $account.set({ kind: 'guest', hasEnded });
    return;
  }
  $account.set({ kind: 'loading' });
  try {
    const [{ user }, { items, pagination }] = await Promise.all([
      callApi<ShopperSession>('GET', '/auth/me', { token }),
      callApiPage<Order[]>('/orders/mine', { token, query: { limit: MAX_ORDERS } }),
    ]);
    // Whoever has signed out meanwhile must not see them.
    if (shopperToken() === token)
      $account.set({ kind: 'loaded', email: user.email, orders: items, totalOrders: pagination.totalItems });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (shopperToken() !== token) return;
    if (failure.status === 401) {
      clearSession();
      $account.set({ kind: 'guest', hasEnded: true });
    } else $account.set({ kind: 'unreachable', text: failure.message });
  }
}
