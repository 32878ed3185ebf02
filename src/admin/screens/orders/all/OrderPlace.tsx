import { Fact } from '#admin/kit/RecordDetails.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { findCity } from '#domain/places/cities.ts';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';

/** The city that was recognised in an order, with what couriers do there; an unknown one asks to be corrected. */
export function OrderPlace({ order }: { order: StaffOrder }) {
  if (isCollected(order)) return null;
  const city = order.cityKnown === null ? undefined : findCity(order.cityKnown);
  if (!city) {
    return (
      <Fact name="City">
        <span className="bg-notice px-1.5 py-0.5">Unknown city</span> Ask the customer, then correct it with Edit.
      </Fact>
    );
  }
  return (
    <Fact name="City">
      {city.name}, {city.province}: {formatDeliveryDays(daysTo(city.zone))}
      {!city.takesCash && <strong className="block font-medium text-danger">No cash on delivery there</strong>}
    </Fact>
  );
}
