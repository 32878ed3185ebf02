import { CONTENTS, kilograms, localPhone } from '#domain/couriers/booking-file.ts';
import { askJson, askPdf, type CourierHost, unreadable } from './courier-fetch.ts';
import { type CourierEvent, CourierFailure, type CourierPort, notOffered } from './port.ts';
import { dayOf, isYes, type Loose, listOf, objectOf, paisaOf, textOf, timeOf } from './read-values.ts';

export interface TcsSettings extends CourierHost {
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
  account: string;
  shipper: { name: string; address: string; city: string; mobile: string };
}

/** Lengths that it takes. */
const NAME = { min: 3, max: 50 };
const MAX_ADDRESS = 120;
const LEAST_KG = 0.5;

/** Tokens are renewed before they can end. */
const TOKENS_MS = 20 * 60_000;

/** Days back in which payments are looked for. */
const PAYMENT_DAYS = 60;

/** TCS, by OCI connect, the newest of its three generations. It cannot be asked for a reference, so that a booking without an answer waits for a person. */
export function tcs(settings: TcsSettings): CourierPort {
  let tokens: { bearer: string; access: string; until: number } | null = null;

  async function signIn() {
    if (tokens && tokens.until > Date.now()) return tokens;
    const { clientId: clientid, clientSecret: clientsecret, username, password } = settings;
    const asked = { method: 'POST', body: { clientid, clientsecret }, isRead: true } as const;
    const bearer = textOf(objectOf(objectOf(await askJson(settings, 'auth/api/auth', asked)).result), 'accessToken');
    const second = await askJson(settings, 'ecom/api/authentication/token', {
      headers: { Authorization: `Bearer ${bearer}` },
      query: { username, password },
      isRead: true,
    });
    const access = textOf(objectOf(second), 'accesstoken', 'accessToken');
    if (!bearer || !access) throw new CourierFailure('refused', 'TCS does not accept the credentials');
    tokens = { bearer, access, until: Date.now() + TOKENS_MS };
    return tokens;
  }

  async function call(path: string, fields: object): Promise<Loose> {
    const { bearer, access } = await signIn();
    const headers = { Authorization: `Bearer ${bearer}` };
    const asked = { method: 'POST', headers, body: { accesstoken: access, ...fields } } as const;
    const answer = objectOf(await askJson(settings, path, asked));
    if (isNo(answer))
      throw new CourierFailure('refused', textOf(answer, 'returnStatus', 'message') || 'TCS refused without a reason');
    if (!/^(success|true|1)$/i.test(textOf(answer, 'message', 'status'))) throw unreadable(settings, asked);
    return answer;
  }

  async function read(path: string, query: Record<string, string>): Promise<unknown> {
    const { bearer, access } = await signIn();
    return askJson(settings, path, {
      headers: { Authorization: `Bearer ${bearer}` },
      query: { accesstoken: access, ...query },
      isRead: true,
    });
  }

  /** Rows of what was paid, with names that have spaces. */
  async function paid(trackingNumbers: string[]): Promise<{ trackingNumber: string; row: Loose }[]> {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const answer = objectOf(await read('ecom/api/Payment/detail', { fromdate: day(-PAYMENT_DAYS), todate: day(1) }));
    return listOf(answer.detail ?? answer.data)
      .map((row) => ({ trackingNumber: textOf(row, 'cn by courier', 'cn'), row }))
      .filter(({ trackingNumber }) => trackingNumbers.includes(trackingNumber));
  }

  return {
    async cities() {
      const answer = objectOf(await read('ecom/api/setup/citylistbycountry', { countrycode: 'PK' }));
      return listOf(answer.citylist ?? answer.data).map((city) => ({
        name: textOf(city, 'cityname', 'cityName'),
        code: textOf(city, 'citycode', 'cityCode'),
        picksUp: true,
        delivers: true,
      }));
    },

    async book(parcel) {
      if (parcel.name.length < NAME.min || parcel.name.length > NAME.max)
        throw new CourierFailure('refused', `TCS takes names of ${NAME.min} to ${NAME.max} characters`);
      if (parcel.address.length > MAX_ADDRESS)
        throw new CourierFailure('refused', `TCS takes addresses of ${MAX_ADDRESS} characters`);
      const { account, shipper } = settings;
      const booked = await call('ecom/api/booking/create', {
        consignmentno: '',
        shipperinfo: {
          tcsaccount: account,
          shippername: shipper.name,
          address1: shipper.address,
          countrycode: 'PK',
          cityname: shipper.city,
          mobile: localPhone(shipper.mobile),
        },
        consigneeinfo: {
          firstname: parcel.name,
          address1: parcel.address,
          mobile: localPhone(parcel.phone),
          citycode: parcel.cityCode,
          cityname: parcel.city,
        },
        shipmentinfo: {
          costcentercode: parcel.pickupCode,
          referenceno: parcel.reference,
          contentdesc: CONTENTS,
          servicecode: 'O',
          codamount: parcel.collect,
          weightinkg: Math.max(LEAST_KG, Number(kilograms(parcel.grams))),
          pieces: 1,
          fragile: false,
          remarks: parcel.orderNumber,
        },
      });
      const trackingNumber = textOf(booked, 'consignmentNo', 'consignmentno');
      if (!trackingNumber) throw new CourierFailure('unknown', 'TCS gave no tracking number');
      return { trackingNumber, labelUrl: '' };
    },

    async find() {
      return notOffered('TCS', 'search by reference');
    },

    labelsAtOnce: 1,

    async label(bookings) {
      const { bearer, access } = await signIn();
      const pdfs = [];
      for (const { trackingNumber } of bookings) {
        const query = { accesstoken: access, consignmentno: trackingNumber };
        pdfs.push({
          bytes: await askPdf(settings, 'ecom/api/print/label', { headers: { Authorization: `Bearer ${bearer}` }, query }),
        });
      }
      return pdfs;
    },

    async loadSheet() {
      return notOffered('TCS', 'load sheets');
    },

    async track(trackingNumbers) {
      const events: CourierEvent[] = [];
      for (const trackingNumber of trackingNumbers) {
        const answer = objectOf(await read('tracking/api/Tracking/GetDynamicTrackDetail', { consignee: trackingNumber }));
        if (!isNo(answer)) events.push(...eventsOf(trackingNumber, answer));
      }
      return events;
    },

    async cancel(trackingNumber) {
      await call('ecom/api/booking/cancel', { consignmentnumber: trackingNumber });
    },

    async advise() {
      return notOffered('TCS', 'advice');
    },

    async charges(trackingNumbers) {
      return (await paid(trackingNumbers)).map(({ trackingNumber, row }) => ({
        trackingNumber,
        shipping: paisaOf(row, 'delivery charges'),
        handling: null,
        fuel: null,
        returning: null,
        gst: null,
      }));
    },

    async payments(trackingNumbers) {
      return (await paid(trackingNumbers)).map(({ trackingNumber, row }) => ({
        trackingNumber,
        isPaid: isYes(row, 'payment status'),
        paidOn: dayOf(row, 'payment date'),
        reference: '',
      }));
    },
  };
}

/** It says FAIL with HTTP 200, or a message where a number should be. */
function isNo(answer: Loose): boolean {
  return (
    /^(fail|failed|error|false|0)$/i.test(textOf(answer, 'status', 'message', 'returnStatus')) || textOf(answer, 'code') === '400'
  );
}

function eventsOf(trackingNumber: string, answer: Loose): CourierEvent[] {
  return [...listOf(answer.deliveryinfo), ...listOf(answer.checkpoints)].flatMap((event) => {
    const label = textOf(event, 'status');
    if (!label) return [];
    // `recievedby` is a person at a delivery: it is not kept.
    return [
      {
        trackingNumber,
        label,
        code: textOf(event, 'code'),
        reason: '',
        station: textOf(event, 'station'),
        happenedAt: timeOf(event, 'datetime'),
      },
    ];
  });
}
