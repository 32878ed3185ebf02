import { CONTENTS, kilograms, localPhone } from '#domain/couriers/booking-file.ts';
import { type Asked, askJson, askPdf, type CourierHost, unreadable } from './courier-fetch.ts';
import { type CourierEvent, CourierFailure, type CourierPort, notOffered } from './port.ts';
import { dayOf, isYes, type Loose, listOf, objectOf, paisaOf, textOf, textsIn, timeOf } from './read-values.ts';

export interface TraxSettings extends CourierHost {
  apiKey: string;
}

const REGULAR = 1;
const SAVER_PLUS = 2;
const CASH_ON_DELIVERY = 1;
const INVOICING = 3;
/** What none of its kinds of goods names. */
const OTHER_GOODS = 24;
const MAX_ADDRESS = 190;
const MAX_REFERENCE = 100;

/** Trax, by the Sonic API 2.0: `status` 0 in the body is yes. It cannot be asked for a reference, so that a booking without an answer waits for a person. */
export function trax(settings: TraxSettings): CourierPort {
  const headers = { Authorization: settings.apiKey };

  async function call(path: string, asked: Asked = {}): Promise<Loose> {
    const answer = objectOf(await askJson(settings, `api/${path}`, { ...asked, headers }));
    const status = textOf(answer, 'status');
    if (status === '') throw unreadable(settings, asked);
    if (status !== '0')
      throw new CourierFailure(
        'refused',
        [textOf(answer, 'message'), ...textsIn(answer.errors)].filter(Boolean).join(' ') || 'Trax refused without a reason',
      );
    return answer;
  }

  const read = (path: string, query: Record<string, string> = {}) => call(path, { query, isRead: true });
  const readEach = async <Row>(
    trackingNumbers: string[],
    path: string,
    rowOf: (trackingNumber: string, answer: Loose) => Row,
  ) => {
    const rows: Row[] = [];
    for (const tracking_number of trackingNumbers) rows.push(rowOf(tracking_number, await read(path, { tracking_number })));
    return rows;
  };

  return {
    async cities() {
      return listOf((await read('cities')).cities).map((city) => ({
        name: textOf(city, 'name'),
        code: textOf(city, 'id'),
        picksUp: isYes(city, 'pickup'),
        delivers: listed(objectOf(city.delivery).Regular),
      }));
    },

    async book(parcel) {
      if (!parcel.cityCode)
        throw new CourierFailure('refused', `Trax books cities by their number, and ${parcel.city} has none here`);
      if (!parcel.pickupCode) throw new CourierFailure('refused', 'Trax needs the number of a pickup address');
      if (parcel.address.length > MAX_ADDRESS)
        throw new CourierFailure('refused', `Trax takes addresses of ${MAX_ADDRESS} characters`);
      if (parcel.reference.length > MAX_REFERENCE) throw new CourierFailure('refused', 'The reference is too long for Trax');
      const body = {
        service_type_id: REGULAR,
        pickup_address_id: Number(parcel.pickupCode),
        information_display: 0,
        consignee_city_id: Number(parcel.cityCode),
        consignee_name: parcel.name,
        consignee_address: parcel.address,
        consignee_phone_number_1: localPhone(parcel.phone),
        order_id: parcel.reference,
        item_product_type_id: OTHER_GOODS,
        item_description: CONTENTS,
        item_quantity: parcel.pieces,
        item_insurance: 0,
        pickup_date: parcel.bookedFrom,
        estimated_weight: Number(kilograms(parcel.grams)),
        shipping_mode_id: SAVER_PLUS,
        amount: parcel.collect,
        payment_mode_id: CASH_ON_DELIVERY,
        charges_mode_id: INVOICING,
        open_shipment: 0,
        pieces_quantity: 1,
        special_instructions: CONTENTS,
      };
      const trackingNumber = textOf(await call('shipment/book', { method: 'POST', body }), 'tracking_number');
      if (!trackingNumber) throw new CourierFailure('unknown', 'Trax gave no tracking number');
      return { trackingNumber, labelUrl: '' };
    },

    async find() {
      return notOffered('Trax', 'search by reference');
    },

    labelsAtOnce: 1,

    async label(bookings) {
      const pdfs = [];
      for (const { trackingNumber } of bookings) {
        const query = { tracking_number: trackingNumber, type: '1' };
        pdfs.push({ bytes: await askPdf(settings, 'api/shipment/air_waybill', { headers, query }) });
      }
      return pdfs;
    },

    async loadSheet(trackingNumbers) {
      const made = await call('receiving_sheet/create', { method: 'POST', body: { tracking_numbers: trackingNumbers } });
      const query = { receiving_sheet_id: textOf(made, 'receiving_sheet_id'), type: '1' };
      return { bytes: await askPdf(settings, 'api/receiving_sheet/view', { headers, query }) };
    },

    async track(trackingNumbers) {
      const events: CourierEvent[] = [];
      for (const tracking_number of trackingNumbers)
        events.push(...eventsOf(tracking_number, await read('shipment/track', { tracking_number, type: '0' })));
      return events;
    },

    async cancel(trackingNumber) {
      await call('shipment/cancel', { method: 'POST', body: { tracking_number: trackingNumber } });
    },

    async advise({ trackingNumber, action, remarks }) {
      const request = action === 'retry' ? 're-attempt' : 'return-confirm';
      await call(`shipment/request/${request}`, { method: 'POST', body: { tracking_number: trackingNumber, remarks } });
    },

    charges: (trackingNumbers) =>
      readEach(trackingNumbers, 'shipment/charges', (trackingNumber, answer) => {
        const charges = objectOf(answer.charges);
        return {
          trackingNumber,
          shipping: paisaOf(charges, 'weight_charges'),
          handling: paisaOf(charges, 'cash_handling_charges'),
          fuel: paisaOf(charges, 'fuel_surcharge'),
          returning: paisaOf(charges, 'return_charges'),
          gst: paisaOf(charges, 'gst'),
        };
      }),

    payments: (trackingNumbers) =>
      readEach(trackingNumbers, 'shipment/payment_status', (trackingNumber, answer) => ({
        trackingNumber,
        isPaid: isYes(answer, 'current_payment_status', 'payment_status'),
        paidOn: dayOf(answer, 'payment_date'),
        reference: textOf(answer, 'payment_id', 'invoice_id'),
      })),
  };
}

function listed(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function eventsOf(trackingNumber: string, answer: Loose): CourierEvent[] {
  return listOf(objectOf(answer.details).tracking_history).flatMap((event) => {
    const label = textOf(event, 'status');
    if (!label) return [];
    return [
      {
        trackingNumber,
        label,
        code: '',
        reason: textOf(event, 'status_reason'),
        station: '',
        happenedAt: timeOf(event, 'date_time', 'date'),
      },
    ];
  });
}
