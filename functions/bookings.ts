import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  booking,
  bookingCancellation,
  bookingOutcome,
  courierPapers,
  courierPapersRequest,
  newBooking,
} from '#domain/couriers/contract.ts';
import { resource } from '#server/api/api.ts';
import { bookParcel, listOpenBookings, settleBooking } from '#server/couriers/book-parcel.ts';
import { cancelBooking } from '#server/couriers/cancel-booking.ts';
import { takeCourierPapers } from '#server/couriers/courier-papers.ts';

export default resource('Bookings of parcels with couriers, each parcel once.')
  .get(
    '/api/bookings/open',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Bookings of which nobody knows the end, the oldest first',
      returns: z.array(booking),
    },
    ({ db }) => listOpenBookings(db),
  )
  .post(
    '/api/bookings',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Books a parcel with a courier, or looks up what came of a booking; says what came of it',
      body: newBooking,
      errors: [
        'shipment_not_found',
        'courier_not_found',
        'booked_elsewhere',
        'booking_settled',
        'booking_under_way',
        'parcel_left',
      ],
      returns: booking,
    },
    ({ db, body, staff }) => bookParcel(db, body, staff.id),
  )
  .post(
    '/api/bookings/labels',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Couriers’ own labels or load sheets of booked parcels as one PDF; says why a parcel is not in it',
      body: courierPapersRequest,
      returns: courierPapers,
    },
    ({ db, body, staff }) => takeCourierPapers(db, body, staff.id),
  )
  .post(
    '/api/bookings/:id/outcome',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Says what came of a booking that nobody knew the end of, after a look into the courier’s portal',
      body: bookingOutcome,
      errors: [
        'booking_not_found',
        'booking_settled',
        'booking_under_way',
        'edited_meanwhile',
        'shipment_not_found',
        'tracking_number_used',
      ],
      returns: booking,
    },
    ({ db, params, body, staff }) => settleBooking(db, params.id, body.trackingNumber, staff.id),
  )
  .post(
    '/api/bookings/:id/cancellation',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Cancels a booking at its courier; one that is not cancelled stays booked, with the problem',
      body: bookingCancellation,
      errors: ['booking_not_found', 'booking_settled'],
      returns: booking,
    },
    ({ db, params, body, staff }) => cancelBooking(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/bookings', '/api/bookings/*'] };
