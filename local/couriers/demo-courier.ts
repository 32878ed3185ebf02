import { COURIER_IDS } from '#local/demo/couriers.ts';
import type { Project } from '#local/supabase/project.ts';
import { karachiClock, nextDay } from './courier-day.ts';
import { type BookedParcel, type CourierScript, startCourierDouble } from './courier-double.ts';
import { POSTEX } from './postex-double.ts';

/** Where the shop asks it for another day (src/server/couriers/simulated-day.ts). PostEx has no such call. */
const NEXT_DAY = '/simulated-day';

export interface DemoCourier {
  /** Takes over the parcels that the shop booked before: nothing is kept of them anywhere else. */
  readParcels(): Promise<void>;
}

/**
 * Starts a stand-in for PostEx beside the demo shop, and puts its address into the environment. Nothing for a shop that has an account of its own, and for
 * one that is no demo any more.
 */
export async function startDemoCourier(owner: NonNullable<Project['owner']>): Promise<DemoCourier | null> {
  if (process.env.POSTEX_TOKEN) return null;
  const cities = (await owner.sql(
    `select c.city from public.courier_cities c where c.courier_id = '${COURIER_IDS.postex}' order by c.city <> 'Karachi', c.city`,
  )) as { city: string }[];
  if (cities.length === 0) return null;

  const script: CourierScript = {
    ...POSTEX,
    answer(asked, world) {
      // Nobody asks what was asked.
      for (const list of [double.requests, double.complaints]) list.length = 0;
      if (asked.method !== 'POST' || asked.path !== NEXT_DAY) return POSTEX.answer(asked, world);
      return { json: { parcels: world.parcels.filter(liveOneDay).length } };
    },
  };
  const double = await startCourierDouble(script);
  double.cities.splice(0, double.cities.length, ...cities.map(({ city }) => city));
  Object.assign(process.env, { ...POSTEX.environment, POSTEX_API_URL: double.url });
  return { readParcels: async () => double.know(await bookedBefore(owner)) };
}

/** Lets a day pass for a parcel: all of it happens now, one thing a second. Returns whether anything did. */
function liveOneDay(parcel: BookedParcel): boolean {
  const words = nextDay(parcel);
  const now = Date.now();
  parcel.events.push(...words.map((one, n) => ({ ...one, at: karachiClock(now - (words.length - n) * 1_000) })));
  return words.length > 0;
}

/** What the shop has booked with it, and what it has told of each. */
async function bookedBefore(owner: NonNullable<Project['owner']>): Promise<BookedParcel[]> {
  const rows = await owner.sql(`
    select b.tracking_number as "trackingNumber", b.reference, b.state = 'cancelled' as "isCancelled", jsonb_build_object('invoicePayment', b.collect) as told,
           coalesce((select jsonb_agg(jsonb_build_object('label', e.label, 'code', e.code,
                                                         'at', to_char(e.happened_at at time zone 'Asia/Karachi', 'YYYY-MM-DD HH24:MI:SS'))
                                      order by e.happened_at, e.id)
                       from public.courier_events e
                      where e.courier_id = b.courier_id and e.tracking_key = shop.tracking_key(b.tracking_number)), '[]') as events
      from (select courier_id, tracking_number, reference, state, collect from public.courier_bookings
            union all select courier_id, tracking_number, reference, state, 0 from public.return_collections) b
     where b.courier_id = '${COURIER_IDS.postex}' and b.tracking_number <> ''`);
  return (rows as Omit<BookedParcel, 'advice'>[]).map((row) => ({ ...row, advice: [] }));
}
