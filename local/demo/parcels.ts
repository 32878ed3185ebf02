/** What the couriers of the demo tell of its parcels: bookings and events, as if they had been made and heard at the time. */

import { karachiClock } from '#local/couriers/courier-day.ts';
import { numbered } from '#local/couriers/courier-double.ts';
import { labelKey, readLabel } from '#server/couriers/courier-labels.ts';
import { eventKey } from '#server/couriers/event-key.ts';
import { COURIER_IDS } from './couriers.ts';
import type { Shop } from './play.ts';

/** Nobody else works in the past. */
const CLAIM_SECONDS = 60;

/** In the words of PostEx and in those of couriers without an API. */
const WORDS: Record<string, { postex: [label: string, code: string][]; generic: string[] }> = {
  shipped: { postex: [['Picked By PostEx', '']], generic: ['Picked up'] },
  in_transit: { postex: [['PostEx WareHouse', '0003']], generic: ['In transit'] },
  out_for_delivery: { postex: [['Out For Delivery', '0004']], generic: ['Out for delivery'] },
  attempted: {
    postex: [
      ['Attempt Made: CNA (Consignee Not Available)', '0013'],
      ['Delivery Under Review', '0008'],
    ],
    generic: ['Delivery unsuccessful'],
  },
  delivered: { postex: [['Delivered', '0005']], generic: ['Delivered'] },
  failed: {
    postex: [
      ['Attempt Made: RFD (Refused to Deliver)', '0013'],
      ['Out For Return', '0040'],
    ],
    generic: ['Return in transit'],
  },
  returned: { postex: [['Returned', '0006']], generic: ['Returned'] },
  lost: { postex: [['En-Route', '']], generic: ['Lost'] },
};

export interface BookedParcel {
  courierId: string;
  trackingNumber: string;
}

/** Puts every piece of an order into its parcel. */
export async function packAll({ query, call, team }: Shop, orderId: string): Promise<void> {
  const lines = await query<{ itemId: string; variantId: string; quantity: number }>(
    'select i.id as "itemId", i.variant_id as "variantId", i.quantity from public.order_items i where i.order_id = $1',
    orderId,
  );
  const packedAt = new Date(Date.now()).toISOString();
  const pieces = lines.map((line) => ({ ...line, key: `scan-${line.itemId}`, packedAt }));
  await call('pack_pieces', orderId, JSON.stringify(pieces), '[]', team.packer);
}

/** Books the nth parcel: in the shop's own city mostly with the riders, elsewhere with PostEx and now and then with the third. */
export async function bookParcel({ call, team }: Shop, shipmentId: string, n: number, city: string): Promise<BookedParcel> {
  const isNear = ['Lahore', 'Gujranwala'].includes(city) && n % 3 !== 0;
  const courierId = isNear ? COURIER_IDS.riders : n % 7 === 0 ? COURIER_IDS.indus : COURIER_IDS.postex;
  const trackingNumber = courierId === COURIER_IDS.postex ? numbered(n) : `${isNear ? 'LR' : 'IE'}${100_000 + 37 * n}`;
  const { booking } = await call<{ booking: { id: string; turn: number } }>(
    'begin_booking',
    shipmentId,
    courierId,
    CLAIM_SECONDS,
    team.packer,
  );
  await call('note_booking', booking.id, booking.turn, 'booked', trackingNumber, '', '');
  return { courierId, trackingNumber };
}

/** Tells now what became of a parcel; the shop's own status of it follows. Takes a step of its way. */
export async function tellOf({ call }: Shop, { courierId, trackingNumber }: BookedParcel, step: string): Promise<void> {
  const words = WORDS[step];
  if (!words) throw new Error(`No courier says of a parcel: ${step}`);
  const adapter = courierId === COURIER_IDS.postex ? 'postex' : 'generic';
  const told = adapter === 'postex' ? words.postex : words.generic.map((label) => [label, ''] as const);
  const events = told.map(([label, code], place) => {
    // To the second, as couriers write them: asked again, they tell the same.
    const clock = karachiClock(Date.now() - (told.length - 1 - place) * 1_000);
    const happenedAt = new Date(`${clock.replace(' ', 'T')}+05:00`).toISOString();
    const event = { trackingNumber, label, code, reason: '', station: '', happenedAt };
    return {
      tracking_number: trackingNumber,
      event_key: eventKey(event),
      label,
      label_key: labelKey(label),
      code,
      reason: '',
      station: '',
      happened_at: happenedAt,
      meaning: readLabel(adapter, event),
    };
  });
  await call('store_courier_events', courierId, events);
}
