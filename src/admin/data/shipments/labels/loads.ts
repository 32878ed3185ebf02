import { roundMoney } from '#domain/money.ts';
import type { LoadedParcel } from '#domain/shipments/labels.ts';

/** What one courier takes along. */
export interface Load {
  carrier: string;
  parcels: LoadedParcel[];
  /** Rupees to collect of all parcels. */
  total: number;
  grams: number;
}

/** A load for each courier, however its name was spelt, in the order of the parcels. */
export function loadsOf(parcels: LoadedParcel[]): Load[] {
  const byCourier = new Map<string, LoadedParcel[]>();
  for (const parcel of parcels) {
    const key = parcel.carrier.trim().toLowerCase();
    byCourier.set(key, [...(byCourier.get(key) ?? []), parcel]);
  }
  return [...byCourier.values()].map((loaded) => ({
    carrier: loaded[0]?.carrier.trim() ?? '',
    parcels: loaded,
    total: roundMoney(loaded.reduce((sum, { due }) => sum + due, 0)),
    grams: loaded.reduce((sum, { grams }) => sum + grams, 0),
  }));
}
