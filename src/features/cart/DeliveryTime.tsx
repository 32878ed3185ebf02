import { useStore } from '@nanostores/react';
import { $deliveryCity } from '#features/shopper/delivery-city.ts';

/** How long a parcel takes to the city last used; nothing while none is known. */
export function DeliveryTime() {
  const city = useStore($deliveryCity, { ssr: () => null });
  if (!city) return null;
  return <p className="text-sm text-ink-soft">{`Delivery${city.name && ` to ${city.name}`}: ${city.days}`}</p>;
}
