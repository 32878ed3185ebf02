import { type BookedParcel, type CourierScript, complaintOf } from '#local/couriers/courier-double.ts';

const KEY = 'leopards-key-of-the-tests';
const PASSWORD = 'leopards-password-of-the-tests';

/**
 * Leopards as its merchant APIs v2 have it: credentials in the body, `status` as number or text, `error` as 0, "0", "null", text or object, and names that are
 * misspelt: "Staus", "Reciever Name".
 */
export const LEOPARDS: CourierScript = {
  adapter: 'leopards',
  environment: { LEOPARDS_API_KEY: KEY, LEOPARDS_API_PASSWORD: PASSWORD },
  offers: { find: true, loadSheet: true, advise: true, pdfLabels: true, reasons: true, reverse: false },
  tells: { shipping: 12_820, gst: 3_557, paidOn: '2026-11-20' },

  bookingIn(asked) {
    if (!asked.path.startsWith('/bookPacket/')) return undefined;
    const { body } = asked;
    return (
      complaintOf({
        api_key: body?.api_key === KEY && body?.api_password === PASSWORD,
        booked_packet_weight: Number.isInteger(body?.booked_packet_weight) && body.booked_packet_weight > 0,
        booked_packet_no_piece: Number.isInteger(body?.booked_packet_no_piece),
        booked_packet_collect_amount: typeof body?.booked_packet_collect_amount === 'number',
        booked_packet_order_id: Boolean(body?.booked_packet_order_id),
        origin_city: body?.origin_city === 'self' || /^\d+$/.test(body?.origin_city),
        destination_city: /^\d+$/.test(body?.destination_city),
        shipment_name_eng:
          body?.shipment_name_eng === 'self' && body?.shipment_phone === 'self' && body?.shipment_address === 'self',
        consignment_name_eng: Boolean(body?.consignment_name_eng),
        consignment_phone: /^03\d{9}$/.test(body?.consignment_phone),
        consignment_address: Boolean(body?.consignment_address),
        special_instructions: /artificial jewellery/i.test(body?.special_instructions ?? ''),
        shipment_type: body?.shipment_type === 'overnight',
      }) ?? { reference: body.booked_packet_order_id, collect: body.booked_packet_collect_amount }
    );
  },
  booked: ({ trackingNumber }, { url }) => ({
    status: '1',
    error: 'null',
    track_number: trackingNumber,
    slip_link: `${url}/slip/${trackingNumber}`,
  }),
  refusal: (reason) => ({ json: { status: 0, error: { destination_city: reason } } }),

  answer(asked, world) {
    const name = asked.path.split('/')[1];
    if (name === 'slip') return { pdf: ['Leopards'] };
    const { body } = asked;
    if (body?.api_key !== KEY || body?.api_password !== PASSWORD)
      return { json: { status: '0', error: 'Invalid API Key/Password' } };
    const parcelsOf = (numbers: unknown) =>
      String(numbers ?? '')
        .split(',')
        .flatMap((number) => world.byNumber(number) ?? []);
    const found = parcelsOf(body.cn_numbers ?? body.track_numbers);
    switch (name) {
      case 'getAllCities':
        return {
          json: {
            status: 1,
            error: 0,
            city_list: [
              { id: '789', name: 'Lahore', shipment_type: ['1'], allow_as_origin: '1', allow_as_destination: true },
              { id: 1024, name: 'Rahim Yar Khan', shipment_type: [], allow_as_origin: 0, allow_as_destination: '1' },
            ],
          },
        };
      case 'getBookedPacketLastStatus':
        if (!body.from_date || !body.to_date) return this.refusal('from_date');
        return { json: { status: '1', error: '0', packet_list: world.parcels.map(packetOf) } };
      case 'trackBookedPacket':
        return found.length > 0
          ? { json: { status: 1, error: 0, packet_list: found.map(packetOf) } }
          : { json: { status: 0, error: 'No record found' } };
      case 'cancelBookedPackets':
        if (found.length === 0 || found.some(({ isCancelled }) => isCancelled))
          return { json: { status: 0, error: 'Already cancelled' } };
        for (const parcel of found) parcel.isCancelled = true;
        return { json: { status: 1, error: '0' } };
      case 'generateLoadSheet':
        return Array.isArray(body.cn_numbers)
          ? { json: { status: 1, error: 0, load_sheet_id: 4711 } }
          : this.refusal('cn_numbers');
      case 'downloadLoadSheet':
        return body.load_sheet_id === '4711' && body.response_type === 'PDF'
          ? { pdf: ['Leopards'] }
          : this.refusal('load_sheet_id');
      case 'shipperAdviceList':
        return {
          json: {
            status: 1,
            error: 0,
            data: world.parcels.map(({ trackingNumber }, n) => ({ id: 900 + n, cn_number: trackingNumber })),
          },
        };
      case 'updateShipperAdvice':
        for (const { id, cn_number, shipper_advice_status } of body.data ?? []) {
          const parcel = world.byNumber(cn_number);
          if (!id || !parcel || !['RA', 'RT'].includes(shipper_advice_status)) return this.refusal('shipper_advice_status');
          parcel.advice.push(shipper_advice_status === 'RT' ? 'return' : 'retry');
        }
        return { json: { status: 1, error: 'null' } };
      case 'getShippingCharges':
        if (String(body.cn_numbers).split(',').length > 50) return this.refusal('At most 50');
        return {
          json: {
            status: 1,
            error: 0,
            packet_list: found.map(({ trackingNumber }) => ({
              track_number: trackingNumber,
              weight_charged: '0.5',
              shipment_charges: 128.2,
              cash_handling_charges: 0,
              return_charges: 'null',
              fuel_surcharge_amount: '4.35',
              gst_amount: 35.57,
              net_charges: '257.86',
            })),
          },
        };
      case 'getPaymentDetails':
        return {
          json: {
            status: '1',
            error: 0,
            payment_list: found.map(({ trackingNumber }) => ({
              booked_packet_cn: trackingNumber,
              billing_method: 'COD',
              status: 'Paid',
              invoice_cheque_no: 445_566,
              invoice_cheque_date: '20-11-2026',
              payment_method: 'IBFT',
              message: 'null',
            })),
          },
        };
      default:
        return undefined;
    }
  },

  story: [
    { label: 'Pickup Request not Send', at: '24/11/2026 10:00 AM', meaning: 'booked', utc: '2026-11-24T05:00:00.000Z' },
    { label: 'Shipment Picked', at: '24/11/2026 06:30 PM', meaning: 'picked', utc: '2026-11-24T13:30:00.000Z' },
    { label: 'Dispatched', at: '25/11/2026 12:15 AM', meaning: 'in_transit', utc: '2026-11-24T19:15:00.000Z' },
    { label: 'Arrived at Station', at: '2026-11-25 02:15:00', meaning: 'in_transit', utc: '2026-11-24T21:15:00.000Z' },
    { label: 'Assign to Courier', at: '2026-11-26 09:00:00', meaning: 'out_for_delivery', utc: '2026-11-26T04:00:00.000Z' },
    {
      label: 'Pending',
      reason: 'Consignee Not Available',
      at: '2026-11-26 12:00:00',
      meaning: 'attempted:not_available',
      utc: '2026-11-26T07:00:00.000Z',
    },
    {
      label: 'Pending',
      reason: 'INCOMPLETE ADDRESS',
      at: '2026-11-27 12:00:00',
      meaning: 'attempted:incomplete_address',
      utc: '2026-11-27T07:00:00.000Z',
    },
    { label: 'Refused', at: '2026-11-28 12:00:00', meaning: 'attempted:refused', utc: '2026-11-28T07:00:00.000Z' },
    { label: 'Being Return', at: '2026-11-28 20:00:00', meaning: 'return_started', utc: '2026-11-28T15:00:00.000Z' },
    { label: 'Returned to shipper', at: '2026-11-29 00:30:00', meaning: 'returned', utc: '2026-11-28T19:30:00.000Z' },
  ],
};

/** Every second event is spelt right. */
function packetOf({ trackingNumber, reference, isCancelled, events }: BookedParcel) {
  return {
    track_number: trackingNumber,
    booked_packet_order_id: reference,
    booked_packet_status: isCancelled ? 'Cancelled' : (events.at(-1)?.label ?? 'Consignment Booked'),
    consignment_name_eng: 'Somebody Personal',
    consignment_phone: '03001234567',
    'Tracking Detail': events.map(({ label, reason, at }, n) => ({
      [n % 2 === 0 ? 'Staus' : 'Status']: label,
      'Reciever Name': 'Somebody Personal',
      'Activity Date': at,
      Reason: reason ?? 'null',
    })),
  };
}
