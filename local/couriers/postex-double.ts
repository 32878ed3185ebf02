import { type Answer, type BookedParcel, type CourierScript, complaintOf, type Told, type World } from './courier-double.ts';

const TOKEN = 'postex-token-of-the-tests';

const ok = (dist: unknown) => ({ json: { statusCode: '200', statusMessage: 'SUCCESSFULLY OPERATED', dist } });

/** Codes of the history, and ids of the status, as the guide lists them. */
const STATUS = { cancelled: 'Un-Assigned By Me', fresh: 'Unbooked' };

/** Labels of at most ten parcels; none at all where one of them is not there any more. */
function labelsOf(numbers: string[], world: World): Answer | null {
  if (numbers.length > 10 || numbers.some((number) => world.byNumber(number)?.isCancelled !== false)) return null;
  return { pdf: numbers.map((number) => `PostEx ${number}`) };
}

/**
 * PostEx as its merchant API guide 4.1.9 has it: errors within 200, `statusCode` as text, flags as texts, `updatedAt` that is `modifiedDatetime` elsewhere,
 * names of one query that the guide and what runs spell differently, times without an offset.
 */
export const POSTEX: CourierScript = {
  adapter: 'postex',
  environment: { POSTEX_TOKEN: TOKEN },
  offers: { find: true, loadSheet: true, advise: true, pdfLabels: true, reasons: true, reverse: true },
  tells: { shipping: 12_817, gst: 1_866, paidOn: '2026-11-20' },

  bookingIn(asked) {
    if (asked.path !== '/v3/create-order' || asked.method !== 'POST') return undefined;
    const { body } = asked;
    return (
      complaintOf({
        token: asked.headers.token === TOKEN,
        orderRefNumber: typeof body?.orderRefNumber === 'string' && body.orderRefNumber !== '',
        // Whoever hands something over pays nothing.
        invoicePayment: typeof body?.invoicePayment === 'number' && (body.orderType !== 'Reverse' || body.invoicePayment === 0),
        customerName: Boolean(body?.customerName),
        customerPhone: /^03\d{9}$/.test(body?.customerPhone),
        deliveryAddress: Boolean(body?.deliveryAddress),
        cityName: Boolean(body?.cityName),
        invoiceDivision: Number.isInteger(body?.invoiceDivision),
        items: Number.isInteger(body?.items),
        orderType: ['Normal', 'Reverse', 'Replacement'].includes(body?.orderType),
        orderDetail: /artificial jewellery/i.test(body?.orderDetail ?? ''),
      }) ?? { reference: body.orderRefNumber, collect: body.invoicePayment }
    );
  },
  booked: ({ trackingNumber }) => ok({ trackingNumber, orderStatus: 'UnBooked', orderDate: '2026-11-26 10:00:00' }).json,
  refusal: (reason) => ({ json: { statusCode: '400', statusMessage: reason, dist: null } }),

  answer(asked, world) {
    if (asked.headers.token !== TOKEN) return { json: { statusCode: '401', statusMessage: 'Invalid token' } };
    const [, version, call, last] = asked.path.split('/');
    const parcel = world.byNumber(last ?? asked.body?.trackingNumber);
    switch (`${asked.method} ${version}/${call}`) {
      case 'GET v2/get-operational-city':
        return ok(
          world.cities.map((city, n) => ({
            operationalCityName: city,
            countryName: 'Pakistan',
            isPickupCity: n === 0 ? 'true' : 'false',
            isDeliveryCity: n % 2 === 0 ? true : 'true',
          })),
        );
      case 'GET v1/get-all-order':
        if (!asked.query.get('fromDate') && !asked.query.get('startDate')) return this.refusal('fromDate is required');
        return ok(world.parcels.map(orderOf));
      case 'GET v1/get-invoice':
        return labelsOf((asked.query.get('trackingNumbers') ?? '').split(','), world) ?? this.refusal('INVALID TRACKING NUMBER');
      case 'POST v2/generate-load-sheet':
        return Array.isArray(asked.body?.trackingNumbers) ? { pdf: ['PostEx load sheet'] } : this.refusal('trackingNumbers');
      case 'GET v1/track-order':
        return parcel ? ok(orderOf(parcel)) : this.refusal('INVALID TRACKING NUMBER');
      case 'PUT v1/cancel-order':
        if (!parcel || parcel.isCancelled) return this.refusal('ORDER CANNOT BE CANCELLED');
        parcel.isCancelled = true;
        return ok(null);
      case 'PUT v2/save-shipper-advice':
        if (!parcel || ![1, 2].includes(asked.body?.statusId)) return this.refusal('statusId');
        parcel.advice.push(asked.body.statusId === 1 ? 'return' : 'retry');
        return ok(null);
      case 'GET v1/payment-status':
        return parcel
          ? ok({
              trackingNumber: last,
              settle: 'true',
              settlementDate: '20/11/2026',
              upfrontPaymentDate: 'null',
              cprNumber_1: 'null',
              cprNumber_2: 'CPR-778',
            })
          : this.refusal('INVALID TRACKING NUMBER');
      default:
        return undefined;
    }
  },

  story: [
    {
      label: 'At Merchant’s Warehouse',
      code: '0001',
      at: '2026-11-24 10:00:00',
      meaning: 'booked',
      utc: '2026-11-24T05:00:00.000Z',
    },
    { label: 'Picked By PostEx', code: '', at: '2026-11-24T18:30:00', meaning: 'picked', utc: '2026-11-24T13:30:00.000Z' },
    {
      label: 'PostEx WareHouse',
      code: '0003',
      at: '2026-11-25T02:15:00.000',
      meaning: 'in_transit',
      utc: '2026-11-24T21:15:00.000Z',
    },
    { label: 'En-Route', code: '', at: '2026-11-25 03:00:00', meaning: 'in_transit', utc: '2026-11-24T22:00:00.000Z' },
    {
      label: 'Out For Delivery',
      code: '0004',
      at: '2026-11-26 09:00:00',
      meaning: 'out_for_delivery',
      utc: '2026-11-26T04:00:00.000Z',
    },
    {
      label: 'Attempt Made: RFD (Refused to Deliver)',
      code: '0013',
      at: '2026-11-26 12:00:00',
      meaning: 'attempted:refused',
      utc: '2026-11-26T07:00:00.000Z',
    },
    {
      label: 'Attempt Made: CNA (Consignee Not Available)',
      code: '0013',
      at: '2026-11-27 12:00:00',
      meaning: 'attempted:not_available',
      utc: '2026-11-27T07:00:00.000Z',
    },
    {
      label: 'Attempt Made: ICA (Incomplete Consignee Address)',
      code: '0013',
      at: '2026-11-28 12:00:00',
      meaning: 'attempted:incomplete_address',
      utc: '2026-11-28T07:00:00.000Z',
    },
    {
      label: 'Attempt Made: OPN',
      code: '0013',
      at: '2026-11-28 13:00:00',
      meaning: 'attempted:wants_to_open',
      utc: '2026-11-28T08:00:00.000Z',
    },
    {
      label: 'Delivery Under Review',
      code: '0008',
      at: '2026-11-28 20:00:00',
      meaning: 'advice_due',
      utc: '2026-11-28T15:00:00.000Z',
    },
    { label: 'Delivered', code: '0005', at: '2026-11-29 00:30:00', meaning: 'delivered', utc: '2026-11-28T19:30:00.000Z' },
  ],
};

/** An order as tracking and lists show it. Every second event has the other name of its time. */
function orderOf(parcel: BookedParcel) {
  const history = parcel.events.map(({ label, code, at }: Told, n) => ({
    transactionStatusMessage: label,
    transactionStatusMessageCode: code || null,
    [n % 2 === 0 ? 'updatedAt' : 'modifiedDatetime']: at,
  }));
  return {
    trackingNumber: parcel.trackingNumber,
    orderRefNumber: parcel.reference,
    customerName: 'Somebody Personal',
    customerPhone: '03001234567',
    transactionStatus: parcel.isCancelled ? STATUS.cancelled : (parcel.events.at(-1)?.label ?? STATUS.fresh),
    transactionStatusHistory: history,
    invoicePayment: String(parcel.told.invoicePayment),
    transactionFee: '128.17',
    transactionTax: 18.66,
    reversalFee: 'null',
    reversalTax: null,
    upfrontPayment: '0',
    reservePayment: null,
    balancePayment: 0,
    orderPickupDate: '2026-11-24 18:30:00',
    orderDeliveryDate: null,
  };
}
