import { CourierFailure, type CourierPort, notOffered } from './port.ts';

/**
 * A courier without an API: parcels go into a file for its portal (src/domain/couriers/booking-file.ts), and tracking numbers are pasted or come back in a file.
 * Booking is therefore never known at once.
 */
export function generic(name: string): CourierPort {
  const none = (what: string) => async () => notOffered(name, what);
  return {
    cities: none('cities'),
    async book() {
      throw new CourierFailure('unknown', `Waits for the tracking number from the portal of ${name}`);
    },
    find: none('search by reference'),
    labelsAtOnce: 1,
    label: none('labels'),
    loadSheet: none('load sheets'),
    track: none('tracking'),
    cancel: none('cancelling'),
    advise: none('advice'),
    charges: none('charges'),
    payments: none('payments'),
  };
}
