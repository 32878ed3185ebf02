import { courierAdapter } from '#server/couriers/adapter.ts';
import { leopards } from '#server/couriers/leopards.ts';

/** Leopards, by its merchant APIs v2. */
export const leopardsAdapter = courierAdapter({
  secrets: ['LEOPARDS_API_KEY', 'LEOPARDS_API_PASSWORD'],
  url: 'https://merchantapi.leopardscourier.com/api',
  hosts: ['merchantapi.leopardscourier.com', 'merchantapistaging.leopardscourier.com'],
  labelHosts: ['merchantapi.leopardscourier.com'],
  tracksAtOnce: 20,
  open: (host, { LEOPARDS_API_KEY: apiKey, LEOPARDS_API_PASSWORD: apiPassword }) => leopards({ ...host, apiKey, apiPassword }),
  statuses: {
    labels: {
      'pickup request not send': 'booked',
      'pickup request sent': 'booked',
      'consignment booked': 'booked',
      booked: 'booked',
      'arrived at station': 'in_transit',
      dispatched: 'in_transit',
      'assign to courier': 'out_for_delivery',
      'out for delivery': 'out_for_delivery',
      pending: 'attempted',
      refused: 'attempted:refused',
      'shipper advice required': 'advice_due',
      delivered: 'delivered',
      'being return': 'return_started',
      'ready for return': 'return_started',
      'returned to shipper': 'returned',
      returned: 'returned',
      'shipment picked': 'picked',
      lost: 'lost',
      cancelled: 'cancelled',
    },
  },
});
