import { courierAdapter } from '#server/couriers/adapter.ts';
import { trax } from '#server/couriers/trax.ts';

/** Trax, by the Sonic API 2.0. */
export const traxAdapter = courierAdapter({
  secrets: ['TRAX_API_KEY'],
  url: 'https://sonic.pk',
  hosts: ['sonic.pk', 'app.sonic.pk'],
  tracksAtOnce: 1,
  open: (host, { TRAX_API_KEY: apiKey }) => trax({ ...host, apiKey }),
  statuses: {
    labels: {
      'shipment booked': 'booked',
      'shipment re booked': 'booked',
      'shipment arrived at origin': 'picked',
      'shipment in transit': 'in_transit',
      'shipment arrived at destination': 'in_transit',
      'shipment misrouted': 'in_transit',
      'shipment on hold': 'advice_due',
      'shipment on hold for self collection': 'in_transit',
      'shipment rider exchange': 'out_for_delivery',
      'shipment out for delivery': 'out_for_delivery',
      'shipment not attempted': 'in_transit',
      'shipment delivery unsuccessful': 'attempted',
      'shipment non service area': 'attempted:other',
      'shipment re attempt': 'advised',
      'shipment re attempt requested': 'advised',
      'shipment shipper advise requested': 'advice_due',
      'shipment delivered': 'delivered',
      'shipment lost': 'lost',
      'shipment cancelled': 'cancelled',
      'return confirmation pending': 'advice_due',
      'shipment reason validation required': 'advice_due',
      'return confirm': 'return_started',
      'return in transit': 'return_started',
      'return arrived at origin': 'return_started',
      'return dispatched': 'return_started',
      'return delivery unsuccessful': 'return_started',
      'return rider exchange': 'return_started',
      'return delivered to shipper': 'returned',
    },
  },
});
