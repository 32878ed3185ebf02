import type { Order } from '#domain/orders/contract.ts';
import type { DeviceOrder } from '#features/orders/device-orders.ts';
import type { Account } from './account-store.ts';

/** An order in the profile. What the account knows besides is left out of one that only this device remembers. */
export type ListedOrder = Pick<DeviceOrder, 'orderNumber' | 'createdAt' | 'totalAmount'> &
  Partial<Pick<Order, 'id' | 'status' | 'items'>>;

/** The orders of the account and of this device, each once, the latest first; none while the account loads. */
export function listedOrders(account: Account, deviceOrders: DeviceOrder[]): ListedOrder[] {
  if (account.kind === 'loading') return [];
  const ofAccount: ListedOrder[] = account.kind === 'loaded' ? account.orders : [];
  const known = new Set(ofAccount.map(({ orderNumber }) => orderNumber));
  const others = deviceOrders.filter(({ orderNumber }) => !known.has(orderNumber));
  return [...ofAccount, ...others].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}
