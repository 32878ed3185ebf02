import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';

/** Where parcels of this browser went last, and how long they take there. */
export interface DeliveryCity {
  /** Empty for a city that is not in the list of the product page. */
  name: string;
  /** `2–3 working days` */
  days: string;
}

/** What the product page offers for cities that it does not list. */
const ELSEWHERE = 'Another city';

/** The city last used: chosen beside a product (product-page.ts writes it, too), or typed at the checkout. */
export const $deliveryCity = safePersistentAtom<DeliveryCity | null>('city_v1', null, parseDeliveryCity);

export function parseDeliveryCity(found: unknown): DeliveryCity | null {
  const { name, days } = asRecord(found);
  if (typeof name !== 'string' || typeof days !== 'string' || !name || !days) return null;
  return { name: name === ELSEWHERE ? '' : name, days };
}
