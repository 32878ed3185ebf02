import { isTrackingNumber } from '#domain/couriers/tracking-number.ts';
import { type Booked, CourierFailure } from './port.ts';
import { type Loose, listOf, textOf } from './read-values.ts';

interface Names {
  reference: string[];
  trackingNumber: string[];
  labelUrl?: string;
  isGone: (row: Loose) => boolean;
}

/**
 * The booking of a reference in a courier's list of bookings, under the names that it uses; null when the list clearly has none. A list that is none, or in which a
 * booking has no reference or number, does not say so: the one that is looked for may be that.
 * @throws CourierFailure `unreachable`
 */
export function findBooking(courier: string, list: unknown, reference: string, names: Names): Booked | null {
  const rows = listOf(list);
  const numberOf = (row: Loose) => textOf(row, ...names.trackingNumber);
  const found = rows.find((row) => textOf(row, ...names.reference) === reference && !names.isGone(row));
  if (found) {
    const trackingNumber = numberOf(found);
    if (!trackingNumber) throw new CourierFailure('unreachable', `${courier} gave no tracking number`);
    return { trackingNumber, labelUrl: names.labelUrl ? textOf(found, names.labelUrl) : '' };
  }
  const isClear = rows.every((row) => textOf(row, ...names.reference) !== '' && isTrackingNumber(numberOf(row)));
  if (!Array.isArray(list) || !isClear)
    throw new CourierFailure('unreachable', `${courier} gave a list of bookings that cannot be read`);
  return null;
}
