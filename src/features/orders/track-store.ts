import { atom } from 'nanostores';
import { announce } from '#browser/announce.ts';
import { progressLabel } from '#domain/orders/labels.ts';
import type { OrderTracking } from '#domain/orders/tracking-contract.ts';
import { EMPTY_QUERY, fetchOrder, initialQuery, isFromThisDevice, type TrackingResult } from './track-order.ts';

/** The fields of the form. */
export const $query = atom<OrderTracking>(EMPTY_QUERY);

export const $result = atom<TrackingResult | null>(null);

export const $isLoading = atom(false);

/** Called when the page opens: fills the form in, and looks the order up at once if it was placed on this device. */
export function startTracking(): void {
  const named = new URLSearchParams(location.search).get('orderNumber') ?? '';
  const initial = initialQuery(named);
  const typed = $query.get();
  $query.set({ orderNumber: typed.orderNumber || initial.orderNumber, phone: typed.phone || initial.phone });
  if (named && isFromThisDevice($query.get())) track();
}

export function setQuery(change: Partial<OrderTracking>): void {
  $query.set({ ...$query.get(), ...change });
  // What was said was said of what stood there.
  const result = $result.get();
  if (result && 'error' in result) $result.set(null);
}

let latest = 0;

/** Looks up the order that the form names. */
export async function track(): Promise<void> {
  latest += 1;
  const lookup = latest;
  $isLoading.set(true);
  $result.set(null);
  const result = await fetchOrder($query.get());
  // A newer lookup has started meanwhile.
  if (lookup !== latest) return;
  $isLoading.set(false);
  $result.set(result);
  if (!('order' in result)) return;
  const { orderNumber } = result.order;
  saveInAddress(orderNumber);
  announce(`Order ${orderNumber}: ${progressLabel(result.order)}`);
}

/** Lets a reload or a saved link look up the same order. The phone never stands in an address. */
function saveInAddress(orderNumber: string): void {
  history.replaceState(history.state, '', `?${new URLSearchParams({ orderNumber })}`);
}
