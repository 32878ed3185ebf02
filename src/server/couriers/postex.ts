import { CONTENTS, localPhone, type ParcelToCollect } from '#domain/couriers/booking-file.ts';
import { type Asked, askJson, askPdf, type CourierHost, unreadable } from './courier-fetch.ts';
import { findBooking } from './find-booking.ts';
import { type Booked, type CourierEvent, CourierFailure, type CourierPort } from './port.ts';
import { dayOf, isYes, type Loose, listOf, objectOf, paisaOf, textOf, timeOf } from './read-values.ts';

export interface PostexSettings extends CourierHost {
  token: string;
}

/** Labels that one call gives. */
const LABELS_AT_ONCE = 10;

/** Statuses of an order that no rider will ever collect. */
const GONE = /^(un-?assigned by me|expired|cancelled)$/i;

/** PostEx, by its merchant API guide 4.1.9. No sandbox, no webhooks, no idempotency. */
export function postex(settings: PostexSettings): CourierPort {
  const headers = { token: settings.token };

  /** The content of an answer. The status inside counts: an error comes with HTTP 200, too. */
  async function call(path: string, asked: Asked = {}): Promise<unknown> {
    const answer = objectOf(await askJson(settings, path, { ...asked, headers }));
    const status = textOf(answer, 'statusCode');
    if (status === '') throw unreadable(settings, asked);
    if (status !== '200')
      throw new CourierFailure('refused', textOf(answer, 'statusMessage') || 'PostEx refused without a reason');
    return answer.dist;
  }

  const read = (path: string, query: Record<string, string> = {}) => call(path, { query, isRead: true });
  const order = async (trackingNumber: string) => objectOf(await read(`v1/track-order/${encodeURIComponent(trackingNumber)}`));

  async function createOrder(parcel: ParcelToCollect, orderType: 'Normal' | 'Reverse', invoicePayment: number): Promise<Booked> {
    const body = {
      orderRefNumber: parcel.reference,
      invoicePayment,
      orderDetail: CONTENTS,
      customerName: parcel.name,
      customerPhone: localPhone(parcel.phone),
      deliveryAddress: parcel.address,
      transactionNotes: parcel.orderNumber,
      cityName: parcel.city,
      invoiceDivision: 1,
      items: parcel.pieces,
      orderType,
      ...(parcel.pickupCode ? { pickupAddressCode: parcel.pickupCode } : {}),
    };
    const booked = objectOf(await call('v3/create-order', { method: 'POST', body }));
    const trackingNumber = textOf(booked, 'trackingNumber');
    if (!trackingNumber) throw new CourierFailure('unknown', 'PostEx gave no tracking number');
    return { trackingNumber, labelUrl: '' };
  }

  return {
    async cities() {
      return listOf(await read('v2/get-operational-city')).map((city) => ({
        name: textOf(city, 'operationalCityName'),
        code: '',
        picksUp: isYes(city, 'isPickupCity'),
        delivers: isYes(city, 'isDeliveryCity'),
      }));
    },

    book: (parcel) => createOrder(parcel, 'Normal', parcel.collect),
    bookReverse: (parcel) => createOrder(parcel, 'Reverse', 0),

    async find({ reference, bookedFrom }) {
      const toDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      // The guide and what runs differ in these names.
      const query = {
        orderStatusID: '0',
        fromDate: bookedFrom,
        toDate: toDay,
        orderStatusId: '0',
        startDate: bookedFrom,
        endDate: toDay,
      };
      return findBooking('PostEx', await read('v1/get-all-order', query), reference, {
        reference: ['orderRefNumber', 'orderReferenceNumber'],
        trackingNumber: ['trackingNumber'],
        isGone: (one) => GONE.test(textOf(one, 'transactionStatus', 'orderStatus')),
      });
    },

    labelsAtOnce: LABELS_AT_ONCE,

    async label(bookings) {
      const numbers = bookings.map(({ trackingNumber }) => trackingNumber);
      const pdfs = [];
      for (let first = 0; first < numbers.length; first += LABELS_AT_ONCE) {
        const query = { trackingNumbers: numbers.slice(first, first + LABELS_AT_ONCE).join(',') };
        pdfs.push({ bytes: await askPdf(settings, 'v1/get-invoice', { headers, query }) });
      }
      return pdfs;
    },

    async loadSheet(trackingNumbers) {
      return { bytes: await askPdf(settings, 'v2/generate-load-sheet', { method: 'POST', headers, body: { trackingNumbers } }) };
    },

    async track(trackingNumbers) {
      const events: CourierEvent[] = [];
      for (const trackingNumber of trackingNumbers) events.push(...eventsOf(trackingNumber, await order(trackingNumber)));
      return events;
    },

    async cancel(trackingNumber) {
      await call('v1/cancel-order', { method: 'PUT', body: { trackingNumber } });
    },

    async advise({ trackingNumber, action, remarks }) {
      const body = { trackingNumber, statusId: action === 'return' ? 1 : 2, remarks };
      await call('v2/save-shipper-advice', { method: 'PUT', body });
    },

    async charges(trackingNumbers) {
      const charges = [];
      for (const trackingNumber of trackingNumbers) {
        const one = await order(trackingNumber);
        charges.push({
          trackingNumber,
          shipping: paisaOf(one, 'transactionFee'),
          handling: null,
          fuel: null,
          returning: paisaOf(one, 'reversalFee'),
          gst: paisaOf(one, 'transactionTax'),
        });
      }
      return charges;
    },

    async payments(trackingNumbers) {
      const payments = [];
      for (const trackingNumber of trackingNumbers) {
        const paid = objectOf(await read(`v1/payment-status/${encodeURIComponent(trackingNumber)}`));
        payments.push({
          trackingNumber,
          isPaid: isYes(paid, 'settle'),
          paidOn: dayOf(paid, 'settlementDate'),
          reference: textOf(paid, 'cprNumber_2', 'cprNumber_1'),
        });
      }
      return payments;
    },
  };
}

function eventsOf(trackingNumber: string, order: Loose): CourierEvent[] {
  const history = listOf(order.transactionStatusHistory);
  const told = history.length > 0 ? history : [{ transactionStatusMessage: order.transactionStatus }];
  return told.flatMap((event) => {
    const label = textOf(event, 'transactionStatusMessage', 'transactionStatus');
    if (!label) return [];
    const code = textOf(event, 'transactionStatusMessageCode');
    return [{ trackingNumber, label, code, reason: '', station: '', happenedAt: timeOf(event, 'updatedAt', 'modifiedDatetime') }];
  });
}
