import { type CourierScript, complaintOf } from '#local/couriers/courier-double.ts';

const BEARER = 'tcs-bearer-of-the-tests';
const ACCESS = 'tcs-access-of-the-tests';

const USER = {
  TCS_CLIENT_ID: 'tcs-client',
  TCS_CLIENT_SECRET: 'tcs-client-secret',
  TCS_USERNAME: 'tcs-user',
  TCS_PASSWORD: 'tcs-password-of-the-tests',
};

/** TCS as OCI connect has it: two tokens, "SUCCESS" or "FAIL" within 200, misspelt `recievedby`, dates in words, keys with spaces. */
export const TCS: CourierScript = {
  adapter: 'tcs',
  environment: {
    ...USER,
    TCS_ACCOUNT: '123456',
    TCS_SHIPPER_NAME: 'Naqsh Jewellery',
    TCS_SHIPPER_ADDRESS: '5 Mall Road',
    TCS_SHIPPER_CITY: 'Lahore',
    TCS_SHIPPER_MOBILE: '+923111234567',
  },
  offers: { find: false, loadSheet: false, advise: false, pdfLabels: true, reasons: false, reverse: false },
  tells: { shipping: 12_839, gst: null, paidOn: '2026-11-20' },

  bookingIn(asked) {
    if (asked.path !== '/ecom/api/booking/create') return undefined;
    const { accesstoken, shipperinfo, consigneeinfo, shipmentinfo } = asked.body ?? {};
    return (
      complaintOf({
        bearer: asked.headers.authorization === `Bearer ${BEARER}`,
        accesstoken: accesstoken === ACCESS,
        consignmentno: asked.body?.consignmentno === '',
        shipperinfo: Boolean(shipperinfo?.tcsaccount && shipperinfo.shippername && shipperinfo.address1 && shipperinfo.cityname),
        shippermobile: /^03\d{9}$/.test(shipperinfo?.mobile),
        firstname: consigneeinfo?.firstname?.length >= 3 && consigneeinfo.firstname.length <= 50,
        address1: Boolean(consigneeinfo?.address1) && consigneeinfo.address1.length <= 120,
        mobile: /^03\d{9}$/.test(consigneeinfo?.mobile),
        cityname: Boolean(consigneeinfo?.cityname),
        referenceno: Boolean(shipmentinfo?.referenceno),
        contentdesc: /artificial jewellery/i.test(shipmentinfo?.contentdesc ?? ''),
        servicecode: shipmentinfo?.servicecode === 'O',
        codamount: typeof shipmentinfo?.codamount === 'number',
        weightinkg: shipmentinfo?.weightinkg >= 0.5,
        pieces: shipmentinfo?.pieces >= 1,
      }) ?? { reference: shipmentinfo.referenceno, collect: shipmentinfo.codamount }
    );
  },
  booked: ({ trackingNumber }) => ({ message: 'SUCCESS', consignmentNo: Number(trackingNumber) }),
  refusal: (reason) => ({ json: { message: 'FAIL', returnStatus: reason } }),

  answer(asked, world) {
    if (asked.path === '/auth/api/auth') {
      const isRight = asked.body?.clientid === USER.TCS_CLIENT_ID && asked.body?.clientsecret === USER.TCS_CLIENT_SECRET;
      return {
        json: isRight
          ? { message: 'SUCCESS', result: { accessToken: BEARER, expiry: 'null' } }
          : { message: 'FAIL', result: null },
      };
    }
    if (asked.headers.authorization !== `Bearer ${BEARER}`) return { json: { message: 'Unauthorized' }, status: 401 };
    const parcel = world.byNumber(
      asked.query.get('consignee') ?? asked.query.get('consignmentno') ?? asked.body?.consignmentnumber,
    );
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /ecom/api/authentication/token': {
        const isRight = asked.query.get('username') === USER.TCS_USERNAME && asked.query.get('password') === USER.TCS_PASSWORD;
        return { json: isRight ? { accesstoken: ACCESS } : { message: 'FAIL' } };
      }
      case 'GET /ecom/api/setup/citylistbycountry':
        return {
          json: {
            message: 'SUCCESS',
            citylist: [
              { cityname: 'Lahore', citycode: 'LHE' },
              { cityname: 'Rahim Yar Khan', citycode: 'RYK' },
            ],
          },
        };
      case 'GET /tracking/api/Tracking/GetDynamicTrackDetail':
        return parcel
          ? {
              json: {
                message: 'SUCCESS',
                shipmentinfo: [{ consignmentno: parcel.trackingNumber, bookingdate: 'Nov 24, 2026' }],
                deliveryinfo: parcel.events
                  .filter(({ code }) => code)
                  .map(({ label, code, at }) => ({
                    station: 'LAHORE',
                    datetime: at,
                    recievedby: 'Somebody Personal',
                    status: label,
                    code,
                  })),
                checkpoints: parcel.events
                  .filter(({ code }) => !code)
                  .map(({ label, at }) => ({ datetime: at, recievedby: 'Somebody Personal', status: label })),
                shipmentsummary: 'null',
              },
            }
          : { json: { message: 'FAIL', deliveryinfo: null, checkpoints: null } };
      case 'POST /ecom/api/booking/cancel':
        if (!parcel || parcel.isCancelled) return this.refusal('Consignment cannot be cancelled');
        parcel.isCancelled = true;
        return { json: { message: 'SUCCESS' } };
      case 'GET /ecom/api/print/label':
        return { pdf: ['TCS'] };
      case 'GET /ecom/api/Payment/detail':
        return {
          json: {
            message: 'SUCCESS',
            detail: world.parcels.map((one) => ({
              'cn by courier': Number(one.trackingNumber),
              'order no': one.reference,
              codamount: '2147',
              'amount paid': '1897.65',
              'delivery charges': '128.39',
              'cn status': 'DELIVERED',
              'payment status': 'Y',
              'payment date': 'Nov 20, 2026',
              'booking date': 'Nov 24, 2026',
              city: 'LAHORE',
            })),
          },
        };
      default:
        return undefined;
    }
  },

  story: [
    { label: 'Shipment Booked', at: 'Tuesday Nov 24, 2026 10:00', meaning: 'booked', utc: '2026-11-24T05:00:00.000Z' },
    { label: 'Shipment Picked Up', at: 'Tuesday Nov 24, 2026 18:30', meaning: 'picked', utc: '2026-11-24T13:30:00.000Z' },
    {
      label: 'Arrived at TCS Facility',
      at: 'Wednesday    Nov 25, 2026 02:15',
      meaning: 'in_transit',
      utc: '2026-11-24T21:15:00.000Z',
    },
    {
      label: 'Out For Delivery',
      at: 'Thursday Nov 26, 2026 09:00',
      meaning: 'out_for_delivery',
      utc: '2026-11-26T04:00:00.000Z',
    },
    {
      label: 'Awaiting Receiver Collection',
      code: 'SC',
      at: 'Thursday Nov 26, 2026 12:00',
      meaning: 'attempted:not_available',
      utc: '2026-11-26T07:00:00.000Z',
    },
    {
      label: 'Return to Shipper',
      code: 'RO',
      at: 'Saturday Nov 28, 2026 20:00',
      meaning: 'return_started',
      utc: '2026-11-28T15:00:00.000Z',
    },
    { label: 'Delivered', code: 'OK', at: 'Sunday Nov 29, 2026 00:30', meaning: 'delivered', utc: '2026-11-28T19:30:00.000Z' },
  ],
};
