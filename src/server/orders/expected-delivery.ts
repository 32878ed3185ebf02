import { isOpen } from '#domain/orders/status.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { findCity } from '#domain/places/cities.ts';
import { daysTo } from '#domain/places/delivery-days.ts';
import { TIME_ZONE } from '#domain/region.ts';
import { latestParcel } from '#domain/shipments/status.ts';

/** What of an order says when it arrives. */
export type UnderWay = Pick<TrackedOrder, 'status' | 'isCollected' | 'createdAt'> & {
  shipments: Pick<TrackedOrder['shipments'][number], 'status' | 'estimatedDeliveryDate'>[];
};

/** The first and the last day on which an order may be at the door. */
export interface ExpectedDelivery {
  from: string;
  to: string;
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/**
 * When an order should be at the door: on the day that its parcel says, else so many working days after it was placed as couriers take to its city (null:
 * nobody knows it). Null when it is over, collected, came back, or later than that: then nobody knows.
 */
export function expectedDelivery(
  { status, isCollected, createdAt, shipments }: UnderWay,
  city: string | null,
  now = Date.now(),
): ExpectedDelivery | null {
  if (isCollected || !isOpen({ status })) return null;
  const parcel = latestParcel(shipments);
  if (!parcel && shipments.length > 0) return null;
  const today = isoDay.format(now);
  const isOver = (day: string) => day < today;
  const said = parcel?.estimatedDeliveryDate;
  if (said) return isOver(said) ? null : { from: said, to: said };
  const { from, to } = daysTo(city === null ? undefined : findCity(city)?.zone);
  const placed = isoDay.format(new Date(createdAt));
  const last = addWorkingDays(placed, to);
  const first = addWorkingDays(placed, from);
  return isOver(last) ? null : { from: isOver(first) ? today : first, to: last };
}

/** Couriers deliver on every day but Sunday. */
function addWorkingDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
