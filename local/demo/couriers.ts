/** The couriers of the demo shop, which is in Lahore, and what its pieces weigh. PostEx is a stand-in on this machine, the others take files. */
import { DEFAULT_MAPPING } from '#domain/couriers/booking-file.ts';
import { cityNames, findCity } from '#domain/places/cities.ts';

/** They begin as ids of the demo do, as its products: `npm run demo:clear` removes them. */
export const COURIER_IDS = {
  postex: '68f0a1000000000000000701',
  riders: '68f0a1000000000000000702',
  indus: '68f0a1000000000000000703',
};

/** Days before today on which a price list begins; the older one counts for most of the history. */
const LISTS = [120, 18] as const;

const NEAR = ['Sheikhupura', 'Gujranwala', 'Kasur', 'Faisalabad', 'Sialkot', 'Gujrat', 'Okara', 'Sahiwal'];

/** What PostEx serves: the shop's own city, the cities around it, and wherever cash is collected and the way is not too far. */
function postexCities() {
  return cityNames().flatMap((city) => {
    const known = findCity(city);
    if (!known?.takesCash || known.zone === 'remote') return [];
    return [
      { city, courier_name: city, zone: city === 'Lahore' ? 'Same city' : NEAR.includes(city) ? 'Same zone' : 'Other zone' },
    ];
  });
}

/** Rupees up to half a kilogram, up to a kilogram, and for each further one, on the day of the older list. */
const RATES: Record<keyof typeof COURIER_IDS, Record<string, [half: number, one: number, further: number]>> = {
  postex: { 'Same city': [165, 185, 70], 'Same zone': [195, 225, 90], 'Other zone': [215, 255, 110] },
  riders: { City: [140, 150, 40], Around: [180, 200, 60] },
  indus: { '': [230, 260, 95] },
};

const COURIERS = [
  { id: COURIER_IDS.postex, name: 'PostEx', adapter: 'postex', cut_off: '16:00', pickup_code: '001', cities: postexCities() },
  {
    id: COURIER_IDS.riders,
    name: 'Lahore Riders',
    adapter: 'generic',
    cut_off: '13:00',
    pickup_code: '',
    cities: ['Lahore', 'Sheikhupura', 'Kasur', 'Gujranwala'].map((city) => ({
      city,
      courier_name: city.toUpperCase(),
      zone: city === 'Lahore' ? 'City' : 'Around',
    })),
  },
  // Serves every city, so it lists none.
  { id: COURIER_IDS.indus, name: 'Indus Express', adapter: 'generic', cut_off: '17:30', pickup_code: '', cities: [] },
];

const chargesOf = (courier: keyof typeof COURIER_IDS) =>
  Object.entries(RATES[courier]).flatMap(([zone, [half, one, further_kg]]) =>
    LISTS.flatMap((days_ago, list) => [
      // The newer list is five rupees dearer.
      { courier_id: COURIER_IDS[courier], zone, days_ago, up_to_grams: 500, charge: half + 5 * list, further_kg: 0 },
      { courier_id: COURIER_IDS[courier], zone, days_ago, up_to_grams: 1_000, charge: one + 5 * list, further_kg },
    ]),
  );

const taxesOf = (courier: keyof typeof COURIER_IDS) =>
  (
    [
      ['gst', 16, 'final'],
      ['income_tax', 2, 'credit'],
      ['sales_tax', 2, 'credit'],
    ] as const
  ).map(([tax, percent, treatment]) => ({ courier_id: COURIER_IDS[courier], days_ago: LISTS[0], tax, percent, treatment }));

const NAMES = Object.keys(COURIER_IDS) as (keyof typeof COURIER_IDS)[];

/** Grams of a piece of each category. */
const WEIGHTS = {
  earrings: 25,
  sets: 140,
  necklaces: 90,
  rings: 15,
  bracelets: 45,
  watches: 110,
  pendant: 30,
  bridal: 380,
  cosmetics: 120,
};

const jsonb = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;

/** The SQL that adds them to a demo that began so many days ago, which is the day of its database's clock. */
export const addCouriers = (daysAgo = 0) => `
  insert into public.couriers (id, name, adapter, cut_off, pickup_code, file_mapping)
  select c.id, c.name, c.adapter, c.cut_off, c.pickup_code, ${jsonb(DEFAULT_MAPPING)}
    from jsonb_to_recordset(${jsonb(COURIERS)}) as c (id text, name text, adapter shop.courier_adapter, cut_off time, pickup_code text);
  insert into public.courier_cities (courier_id, city, courier_name, zone)
  select c ->> 'id', s.city, s.courier_name, s.zone
    from jsonb_array_elements(${jsonb(COURIERS)}) c, jsonb_to_recordset(c -> 'cities') as s (city text, courier_name text, zone text);
  insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg)
  select c.courier_id, c.zone, shop.day_of(now()) + ${daysAgo} - c.days_ago, c.up_to_grams, c.charge, c.further_kg
    from jsonb_to_recordset(${jsonb(NAMES.flatMap(chargesOf))})
      as c (courier_id text, zone text, days_ago integer, up_to_grams integer, charge numeric, further_kg numeric);
  insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
  select t.courier_id, t.tax, shop.day_of(now()) + ${daysAgo} - t.days_ago, t.percent, t.treatment
    from jsonb_to_recordset(${jsonb(NAMES.flatMap(taxesOf))})
      as t (courier_id text, tax shop.courier_tax, days_ago integer, percent numeric, treatment shop.tax_treatment);
  insert into public.category_weights (category, grams)
  select w.key, w.value::integer from jsonb_each_text(${jsonb(WEIGHTS)}) w where exists (select from public.categories c where c.slug = w.key);
`;
