import { CONTENTS, localPhone } from '#domain/couriers/booking-file.ts';
import { askJson, askPdf, type CourierHost, unreadable } from './courier-fetch.ts';
import { findBooking } from './find-booking.ts';
import { type CourierEvent, CourierFailure, type CourierPort } from './port.ts';
import { dayOf, isYes, type Loose, listOf, objectOf, paisaOf, textOf, textsIn, timeOf } from './read-values.ts';

export interface LeopardsSettings extends CourierHost {
  apiKey: string;
  apiPassword: string;
}

/** Tracking numbers that one question about money takes. */
const NUMBERS_AT_ONCE = 50;

/** Days back in which cases that wait for advice are looked for. */
const ADVICE_DAYS = 30;

/** Leopards, by its merchant APIs v2. Its key travels in the body; its answers have misspelt names, which are read in either spelling. */
export function leopards(settings: LeopardsSettings): CourierPort {
  const bodyOf = (fields: object) => ({ api_key: settings.apiKey, api_password: settings.apiPassword, ...fields });

  async function call(name: string, fields: object, isRead = true): Promise<Loose> {
    const asked = { method: 'POST', body: bodyOf(fields), isRead } as const;
    const answer = objectOf(await askJson(settings, `${name}/format/json/`, asked));
    const status = textOf(answer, 'status');
    if (status === '') throw unreadable(settings, asked);
    if (status !== '1') throw new CourierFailure('refused', errorIn(answer));
    return answer;
  }

  async function inBatches(name: string, list: string, trackingNumbers: string[]): Promise<Loose[]> {
    const rows = [];
    for (let first = 0; first < trackingNumbers.length; first += NUMBERS_AT_ONCE) {
      const cn_numbers = trackingNumbers.slice(first, first + NUMBERS_AT_ONCE).join(',');
      rows.push(...listOf((await call(name, { cn_numbers }))[list]));
    }
    return rows;
  }

  return {
    async cities() {
      return listOf((await call('getAllCities', {})).city_list).map((city) => ({
        name: textOf(city, 'name'),
        code: textOf(city, 'id'),
        picksUp: isYes(city, 'allow_as_origin'),
        delivers: isYes(city, 'allow_as_destination'),
      }));
    },

    async book(parcel) {
      const booked = await call(
        'bookPacket',
        {
          booked_packet_weight: parcel.grams,
          booked_packet_no_piece: 1,
          booked_packet_collect_amount: parcel.collect,
          booked_packet_order_id: parcel.reference,
          origin_city: parcel.pickupCode || 'self',
          destination_city: parcel.cityCode || parcel.city,
          shipment_name_eng: 'self',
          shipment_email: 'self',
          shipment_phone: 'self',
          shipment_address: 'self',
          consignment_name_eng: parcel.name,
          consignment_phone: localPhone(parcel.phone),
          consignment_address: parcel.address,
          special_instructions: CONTENTS,
          shipment_type: 'overnight',
        },
        false,
      );
      const trackingNumber = textOf(booked, 'track_number');
      if (!trackingNumber) throw new CourierFailure('unknown', 'Leopards gave no tracking number');
      return { trackingNumber, labelUrl: textOf(booked, 'slip_link') };
    },

    async find({ reference, bookedFrom }) {
      const to_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const answer = await call('getBookedPacketLastStatus', { from_date: bookedFrom, to_date });
      return findBooking('Leopards', answer.packet_list, reference, {
        reference: ['booked_packet_order_id'],
        trackingNumber: ['track_number', 'tracking_number', 'booked_packet_cn'],
        labelUrl: 'slip_link',
        isGone: (one) => /^cancelled$/i.test(textOf(one, 'booked_packet_status')),
      });
    },

    labelsAtOnce: 1,

    async label(bookings) {
      const pdfs = [];
      for (const { trackingNumber, labelUrl } of bookings) {
        if (!labelUrl) throw new CourierFailure('not_offered', `Leopards told no address of the label of ${trackingNumber}`);
        pdfs.push({ bytes: await askPdf(settings, labelUrl) });
      }
      return pdfs;
    },

    async loadSheet(trackingNumbers) {
      const made = await call('generateLoadSheet', { cn_numbers: trackingNumbers, courier_name: '', courier_code: '' }, false);
      const body = bodyOf({ load_sheet_id: textOf(made, 'load_sheet_id'), response_type: 'PDF' });
      return { bytes: await askPdf(settings, 'downloadLoadSheet/format/json/', { method: 'POST', body }) };
    },

    async track(trackingNumbers) {
      const answer = await call('trackBookedPacket', { track_numbers: trackingNumbers.join(',') });
      return listOf(answer.packet_list).flatMap(eventsOf);
    },

    async cancel(trackingNumber) {
      await call('cancelBookedPackets', { cn_numbers: trackingNumber }, false);
    },

    async advise({ trackingNumber, caseId, action, remarks }) {
      const id = caseId ?? (await caseOf(trackingNumber));
      const shipper_advice_status = action === 'retry' ? 'RA' : 'RT';
      const data = [{ id, cn_number: trackingNumber, shipper_advice_status, shipper_remarks: remarks }];
      await call('updateShipperAdvice', { data }, false);
    },

    async charges(trackingNumbers) {
      return (await inBatches('getShippingCharges', 'packet_list', trackingNumbers)).map((one) => ({
        trackingNumber: textOf(one, 'track_number', 'booked_packet_cn', 'cn_number'),
        shipping: paisaOf(one, 'shipment_charges'),
        handling: paisaOf(one, 'cash_handling_charges', 'cash_handling'),
        fuel: paisaOf(one, 'fuel_surcharge_amount'),
        returning: paisaOf(one, 'return_charges'),
        gst: paisaOf(one, 'gst_amount'),
      }));
    },

    async payments(trackingNumbers) {
      return (await inBatches('getPaymentDetails', 'payment_list', trackingNumbers)).map((one) => ({
        trackingNumber: textOf(one, 'booked_packet_cn'),
        isPaid: isYes(one, 'status'),
        paidOn: dayOf(one, 'invoice_cheque_date'),
        reference: textOf(one, 'invoice_cheque_no'),
      }));
    },
  };

  /** The number of the case in which Leopards waits for advice about a parcel. */
  async function caseOf(trackingNumber: string): Promise<string> {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const waiting = listOf((await call('shipperAdviceList', { from_date: day(-ADVICE_DAYS), to_date: day(1) })).data);
    const id = textOf(waiting.find((one) => textOf(one, 'cn_number') === trackingNumber) ?? {}, 'id');
    if (!id) throw new CourierFailure('refused', `Leopards waits for no advice about ${trackingNumber}`);
    return id;
  }
}

/** `error` is 0, "0", "null", a text, or an object of texts. */
function errorIn(answer: Loose): string {
  const said = textsIn(answer.error).join('; ') || textOf(answer, 'error');
  return said && said !== '0' ? said : 'Leopards refused without a reason';
}

function eventsOf(packet: Loose): CourierEvent[] {
  const trackingNumber = textOf(packet, 'track_number', 'tracking_number', 'booked_packet_cn');
  const details = listOf(packet['Tracking Detail']);
  const now = { label: textOf(packet, 'booked_packet_status'), code: '', reason: '', station: '', happenedAt: null };
  const told = details.map((one) => ({
    label: textOf(one, 'Staus', 'Status'),
    code: '',
    reason: textOf(one, 'Reason'),
    station: '',
    happenedAt: timeOf({ at: `${textOf(one, 'Activity Date')} ${textOf(one, 'Activity Time')}`.trim() }, 'at'),
  }));
  return (told.length > 0 ? told : [now]).filter(({ label }) => label).map((event) => ({ trackingNumber, ...event }));
}
