import { courierAdapter } from '#server/couriers/adapter.ts';
import { tcs } from '#server/couriers/tcs.ts';

/** TCS, by OCI connect. */
export const tcsAdapter = courierAdapter({
  secrets: [
    'TCS_CLIENT_ID',
    'TCS_CLIENT_SECRET',
    'TCS_USERNAME',
    'TCS_PASSWORD',
    'TCS_ACCOUNT',
    'TCS_SHIPPER_NAME',
    'TCS_SHIPPER_ADDRESS',
    'TCS_SHIPPER_CITY',
    'TCS_SHIPPER_MOBILE',
  ],
  url: 'https://ociconnect.tcscourier.com',
  hosts: ['ociconnect.tcscourier.com', 'devconnect.tcscourier.com'],
  tracksAtOnce: 1,
  open: (host, secrets) =>
    tcs({
      ...host,
      clientId: secrets.TCS_CLIENT_ID,
      clientSecret: secrets.TCS_CLIENT_SECRET,
      username: secrets.TCS_USERNAME,
      password: secrets.TCS_PASSWORD,
      account: secrets.TCS_ACCOUNT,
      shipper: {
        name: secrets.TCS_SHIPPER_NAME,
        address: secrets.TCS_SHIPPER_ADDRESS,
        city: secrets.TCS_SHIPPER_CITY,
        mobile: secrets.TCS_SHIPPER_MOBILE,
      },
    }),
  statuses: {
    labels: {
      booked: 'booked',
      'shipment booked': 'booked',
      'shipment picked up': 'picked',
      'arrived at tcs facility': 'in_transit',
      'departed from tcs facility': 'in_transit',
      'departed to': 'in_transit',
      'in transit': 'in_transit',
      'out for delivery': 'out_for_delivery',
      'awaiting receiver collection': 'attempted:not_available',
      delivered: 'delivered',
      'shipment delivered': 'delivered',
      'return to shipper': 'return_started',
      'returned to shipper': 'returned',
      'shipment returned': 'returned',
      'shipment refused': 'attempted:refused',
      cancelled: 'cancelled',
    },
    codes: { OK: 'delivered', RO: 'return_started' },
  },
});
