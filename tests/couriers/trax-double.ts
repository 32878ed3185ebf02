import { type CourierScript, complaintOf } from '#local/couriers/courier-double.ts';

const KEY = 'trax-key-of-the-tests';

const ok = (rest: object) => ({ json: { status: 0, message: 'OK', ...rest } });

/** Trax as the Sonic API 2.0 document has it: `status` 0 is yes, and anything else within 200 is no; nobody finds a booking by its reference. */
export const TRAX: CourierScript = {
  adapter: 'trax',
  environment: { TRAX_API_KEY: KEY },
  offers: { find: false, loadSheet: true, advise: true, pdfLabels: true, reasons: true, reverse: false },
  tells: { shipping: 12_823, gst: 3_046, paidOn: '2026-11-20' },

  bookingIn(asked) {
    if (asked.path !== '/api/shipment/book') return undefined;
    const { body } = asked;
    return (
      complaintOf({
        Authorization: asked.headers.authorization === KEY,
        service_type_id: [1, 2, 3].includes(body?.service_type_id),
        pickup_address_id: Number.isInteger(body?.pickup_address_id),
        consignee_city_id: Number.isInteger(body?.consignee_city_id),
        consignee_name: Boolean(body?.consignee_name),
        consignee_address: Boolean(body?.consignee_address) && body.consignee_address.length <= 190,
        consignee_phone_number_1: /^03\d{9}$/.test(body?.consignee_phone_number_1),
        order_id: Boolean(body?.order_id) && body.order_id.length <= 100,
        item_description: /artificial jewellery/i.test(body?.item_description ?? ''),
        item_quantity: Number.isInteger(body?.item_quantity),
        estimated_weight: body?.estimated_weight > 0,
        shipping_mode_id: [1, 2, 3, 4].includes(body?.shipping_mode_id),
        amount: typeof body?.amount === 'number',
        payment_mode_id: [1, 2, 4].includes(body?.payment_mode_id),
        charges_mode_id: [3, 4].includes(body?.charges_mode_id),
        pieces_quantity: body?.pieces_quantity >= 1 && body.pieces_quantity <= 10,
        pickup_date: /^\d{4}-\d{2}-\d{2}$/.test(body?.pickup_date),
      }) ?? { reference: body.order_id, collect: body.amount }
    );
  },
  booked: ({ trackingNumber }) => ({
    status: '0',
    message: 'Shipment has been booked successfully!',
    tracking_number: Number(trackingNumber),
  }),
  refusal: (reason) => ({ json: { status: 1, message: 'Validation failed', errors: { consignee_city_id: [reason] } } }),

  answer(asked, world) {
    if (asked.headers.authorization !== KEY) return { json: { status: 1, message: 'Unauthenticated' }, status: 401 };
    const parcel = world.byNumber(asked.query.get('tracking_number') ?? asked.body?.tracking_number);
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /api/cities':
        return ok({
          cities: [
            {
              id: 202,
              name: 'Lahore',
              hub: 'LHE',
              zone: 'A',
              pickup: 1,
              delivery: { Regular: ['Rush', 'Saver Plus'], Replacement: ['Rush'] },
            },
            { id: '317', name: 'Rahim Yar Khan', hub: 'MUX', zone: 'C', pickup: '0', delivery: { Regular: ['Saver Plus'] } },
          ],
        });
      case 'GET /api/shipment/track':
        if (asked.query.get('type') !== '0') return this.refusal('type');
        return parcel
          ? ok({
              details: {
                tracking_number: parcel.trackingNumber,
                consignee: { name: 'Somebody Personal', phone_number_1: '03001234567' },
                tracking_history: parcel.events.map(({ label, reason, at }) => ({
                  date_time: at,
                  status: label,
                  status_reason: reason ?? null,
                })),
              },
            })
          : this.refusal('Invalid tracking number');
      case 'GET /api/shipment/charges':
        return parcel
          ? ok({
              charges: {
                weight_charges: '128.23',
                cash_handling_charges: '0',
                fuel_surcharge: 1.15,
                return_charges: null,
                gst: '30.46',
                total_charges: '221.96',
              },
            })
          : this.refusal('Invalid tracking number');
      case 'GET /api/shipment/payment_status':
        return parcel
          ? ok({ current_payment_status: 'Paid', payment_date: '2026-11-20 00:10:00', payment_id: 5512 })
          : this.refusal('Invalid tracking number');
      case 'GET /api/shipment/air_waybill':
        return { pdf: ['Trax'] };
      case 'POST /api/receiving_sheet/create':
        return ok({ receiving_sheet_id: 88 });
      case 'GET /api/receiving_sheet/view':
        return asked.query.get('receiving_sheet_id') === '88' ? { pdf: ['Trax'] } : this.refusal('receiving_sheet_id');
      case 'POST /api/shipment/cancel':
        if (!parcel || parcel.isCancelled) return this.refusal('Shipment cannot be cancelled');
        parcel.isCancelled = true;
        return ok({});
      case 'POST /api/shipment/request/re-attempt':
      case 'POST /api/shipment/request/return-confirm':
        if (!parcel) return this.refusal('Invalid tracking number');
        parcel.advice.push(asked.path.endsWith('re-attempt') ? 'retry' : 'return');
        return ok({});
      default:
        return undefined;
    }
  },

  story: [
    { label: 'Shipment - Booked', at: '2026-11-24 10:00:00', meaning: 'booked', utc: '2026-11-24T05:00:00.000Z' },
    { label: 'Shipment - Arrived at Origin', at: '24/11/2026 06:30 PM', meaning: 'picked', utc: '2026-11-24T13:30:00.000Z' },
    { label: 'Shipment - In Transit', at: '2026-11-25 02:15:00', meaning: 'in_transit', utc: '2026-11-24T21:15:00.000Z' },
    {
      label: 'Shipment - Out for Delivery',
      at: '26/11/2026 09:00 AM',
      meaning: 'out_for_delivery',
      utc: '2026-11-26T04:00:00.000Z',
    },
    {
      label: 'Shipment - Delivery Unsuccessful',
      reason: 'Address Incomplete',
      at: '2026-11-26 12:00:00',
      meaning: 'attempted:incomplete_address',
      utc: '2026-11-26T07:00:00.000Z',
    },
    {
      label: 'Shipment - Delivery Unsuccessful',
      reason: 'Address Closed',
      at: '2026-11-27 12:00:00',
      meaning: 'attempted:closed',
      utc: '2026-11-27T07:00:00.000Z',
    },
    {
      label: 'Shipment - Delivery Unsuccessful',
      reason: 'Consignee Refused Shipment',
      at: '2026-11-28 12:00:00',
      meaning: 'attempted:refused',
      utc: '2026-11-28T07:00:00.000Z',
    },
    { label: 'Shipment - Re-Attempt', at: '2026-11-28 18:00:00', meaning: 'advised', utc: '2026-11-28T13:00:00.000Z' },
    { label: 'Return - Confirm', at: '2026-11-28 20:00:00', meaning: 'return_started', utc: '2026-11-28T15:00:00.000Z' },
    { label: 'Return - Delivered to Shipper', at: '2026-11-29 00:30:00', meaning: 'returned', utc: '2026-11-28T19:30:00.000Z' },
  ],
};
