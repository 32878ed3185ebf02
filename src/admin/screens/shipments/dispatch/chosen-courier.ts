import type { DispatchRow } from '#domain/couriers/dispatch.ts';

/** The courier of a parcel: the chosen one while it serves the city, else the suggested one; undefined where none does. */
export function courierOf({ orderId, choices }: DispatchRow, chosen: Record<string, string>): string | undefined {
  return (choices.find(({ courierId }) => courierId === chosen[orderId]) ?? choices[0])?.courierId;
}
