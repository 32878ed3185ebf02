import type { Statuses } from '#server/couriers/adapter.ts';

/** What staff type for couriers without an API, in our own words or in those that most portals show. */
export const TYPED_STATUSES: Statuses = {
  labels: {
    booked: 'booked',
    'picked up': 'picked',
    picked: 'picked',
    'in transit': 'in_transit',
    'out for delivery': 'out_for_delivery',
    attempted: 'attempted',
    'delivery unsuccessful': 'attempted',
    delivered: 'delivered',
    'return in transit': 'return_started',
    returned: 'returned',
    lost: 'lost',
    cancelled: 'cancelled',
  },
};
