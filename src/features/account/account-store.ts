import { atom } from 'nanostores';
import { ApiFailure, callApi, callApiPage } from '#browser/api.ts';
import type { OwnAccount } from '#domain/accounts/contract.ts';
import type { Order } from '#domain/orders/contract.ts';
import { $shopper, clearSession, shopperToken } from '#features/shopper/shopper-session.ts';

/** The signed-in shopper's account. `guest`: nobody is signed in. */
export type Account =
  | { kind: 'guest'; hasEnded: boolean }
  | { kind: 'loading' }
  | {
      kind: 'loaded';
      email: string;
      isProved: boolean;
      known: Pick<OwnAccount, 'user' | 'contact'>;
      orders: Order[];
      totalOrders: number;
    }
  | { kind: 'unreachable'; text: string };

export const $account = atom<Account>({ kind: 'loading' });

const MAX_ORDERS = 100;

/** Reloads the account when this or another tab signs in or out. Returns the unsubscribe function. */
export function followShopper(): () => void {
  return $shopper.subscribe(() => void openAccount());
}

/** Loads the shopper's orders. When the session has ended, the shopper is a guest again and is told. */
async function openAccount(): Promise<void> {
  const token = shopperToken();
  if (!token) {
    // A name without a token is an ended session. An unreadable record is cleared.
    const hasEnded = $shopper.get() !== undefined;
    if (!hasEnded) clearSession();
    $account.set({ kind: 'guest', hasEnded });
    return;
  }
  $account.set({ kind: 'loading' });
  try {
    const [{ user, isProved, contact }, { items, pagination }] = await Promise.all([
      callApi<OwnAccount>('GET', '/auth/me', { token }),
      callApiPage<Order[]>('/orders/mine', { token, query: { limit: MAX_ORDERS } }),
    ]);
    // Ignored if the shopper has signed out meanwhile.
    if (shopperToken() === token)
      $account.set({
        kind: 'loaded',
        email: user.email,
        isProved,
        known: { user, contact },
        orders: items,
        totalOrders: pagination.totalItems,
      });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (shopperToken() !== token) return;
    if (failure.status === 401) {
      clearSession();
      $account.set({ kind: 'guest', hasEnded: true });
    } else $account.set({ kind: 'unreachable', text: failure.message });
  }
}
