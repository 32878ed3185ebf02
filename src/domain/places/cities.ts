import { normalized } from '#domain/text.ts';
import { CITY_TABLE } from './city-table.ts';
import { ANYWHERE, type DeliveryDays, type DeliveryZone, daysTo, MAIN_CITIES } from './delivery-days.ts';

export type Province = keyof typeof CITY_TABLE;

export interface City {
  name: string;
  province: Province;
  zone: DeliveryZone;
  /** Whether couriers collect cash there. */
  takesCash: boolean;
}

/** Every city under each of its spellings. */
const BY_SPELLING = new Map<string, City>();

for (const province of Object.keys(CITY_TABLE) as Province[]) {
  for (const line of CITY_TABLE[province].trim().split('\n')) {
    const [marked = '', ...others] = line.split('|');
    const name = marked.replace(/^[~!]/, '');
    const isRemote = name !== marked;
    const zone = isRemote ? 'remote' : MAIN_CITIES.includes(name) ? 'main' : 'standard';
    const city: City = { name, province, zone, takesCash: !marked.startsWith('!') };
    for (const spelling of [name, ...others]) BY_SPELLING.set(joined(plain(spelling)), city);
  }
}

/** Every city by its usual name, the largest first, then the others by name. */
export function cityNames(): string[] {
  const names = new Set([...BY_SPELLING.values()].map(({ name }) => name));
  return [...new Set([...MAIN_CITIES, ...[...names].sort()])];
}

/** A city by one of its spellings, and nothing around it. */
export function findCity(name: string): City | undefined {
  return BY_SPELLING.get(joined(plain(name)));
}

/** How long a parcel takes to a city, by its name in any spelling; `ANYWHERE` for an empty name. */
export function deliveryDays(city: string): DeliveryDays {
  return city.trim() ? daysTo(findCity(city)?.zone) : ANYWHERE;
}

/** After one of these names stands what is a street, wherever it is: Multan Road is in Lahore. */
const PART_OF_A_CITY =
  /^(road|rd|roads|street|st|chowk|bazaar|bazar|colony|town|housing|house|block|gate|phatak|highway|bypass|company|market|bakery|hotel)$/;

const MAX_NAME_WORDS = 4;

/** The city that a text names, an address for example; the last one where there are several. Reads generously: it only spares shoppers a question. */
export function cityIn(text: string): string | undefined {
  const words = plain(text).split(' ');
  for (let end = words.length; end > 0; end--) {
    if (PART_OF_A_CITY.test(words[end] ?? '')) continue;
    const city = endingWith(words.slice(0, end))?.city;
    if (city && !WORDS_TOO.has(city.name)) return city.name;
  }
  return undefined;
}

/**
 * The city that an order goes to, or undefined when that is not certain, so that staff ask. A spelling is known or it is not: none is guessed by
 * likeness, because Pindi Gheb is not Rawalpindi. Takes what was typed as the city, and the address, which counts where
 * the field names none.
 */
export function recogniseCity(typed: string, address = ''): City | undefined {
  const regions = new Set<Province>();
  const parts = typed.split(BETWEEN_PARTS).map((part) => cityOfPart(trimmed(part, regions)));
  const namesNone = parts.every((part) => part === 'area');
  const city = findCity(typed) ?? (namesNone ? cityOfAddress(address, regions) : onlyCity(parts));
  // Mirpur in Sindh is not the Mirpur that everybody means.
  return city && (regions.size === 0 || regions.has(city.province)) ? city : undefined;
}

/**
 * The one city that a mistyped name is like: a letter wrong, missing, too many, or two in the wrong order. Only to ask: Pindi Gheb is not Rawalpindi.
 * Takes what was typed as the city, and the address, whose end counts where the field is empty.
 */
export function cityMeant(typed: string, address = ''): string | undefined {
  const word = joined(
    plain(
      typed ||
        (address
          .trim()
          .split(/[,،\n]/)
          .pop() ??
          ''),
    ),
  );
  if (word.length < MIN_LIKENESS || BY_SPELLING.has(word)) return undefined;
  const alike = [...BY_SPELLING].filter(([spelling]) => spelling.length >= MIN_LIKENESS && isOneSlip(spelling, word));
  const [name, ...others] = new Set(alike.map(([, city]) => city.name));
  return others.length === 0 ? name : undefined;
}

/** Shorter names are too like each other. */
const MIN_LIKENESS = 5;

function isOneSlip(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = left.length === 2 && left === [...right].reverse().join('');
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

interface Place {
  /** As it was typed. */
  city?: string | undefined;
  customerAddress: string;
  country: string;
}

/** What the shop stores of an order's city beside what was typed; null is unknown, and staff ask. */
export function knownCity({ city = '', customerAddress, country }: Place): {
  cityKnown: string | null;
  cityTakesCash: boolean | null;
} {
  const known = country === 'pk' ? recogniseCity(city, customerAddress) : undefined;
  return { cityKnown: known?.name ?? null, cityTakesCash: known?.takesCash ?? null };
}

/** Between parts of an address. A dash inside a word is none: DG-Khan. */
const BETWEEN_PARTS = /[,،۔;/|()\n]+|\s[-–—]\s/;

/** What is said around a city without changing which it is. */
const AROUND =
  /^(city|cantt|cant|cantonment|district|distt|dist|tehsil|teh|zila|pakistan|pak|pk|شہر|کینٹ|ضلع|تحصیل|پاکستان|\p{N}{4,})$/u;

const REGIONS: [province: Province, spellings: string][] = [
  ['Punjab', 'punjab|panjab|پنجاب'],
  ['Sindh', 'sindh|sind|سندھ'],
  ['Khyber Pakhtunkhwa', 'kpk|kp|khyber pakhtunkhwa|khyber pakhtoonkhwa|nwfp|خیبر پختونخوا'],
  ['Balochistan', 'balochistan|baluchistan|بلوچستان'],
  ['Azad Kashmir', 'ajk|azad kashmir|azad jammu kashmir|kashmir|آزاد کشمیر'],
  ['Gilgit-Baltistan', 'gb|gilgit baltistan|گلگت بلتستان'],
];

const REGION_OF = new Map(
  REGIONS.flatMap(([province, spellings]) =>
    spellings.split('|').map((spelling) => [joined(plain(spelling)), province] as const),
  ),
);

/** Parts of large cities that are written beside the city’s name. */
const AREA =
  /^(dha|defence|phase|block|sector|society|scheme|housing|town|colony|model|johar|gulberg|bahria|askari|saddar|sadar|cantt|garden|gardens|wapda|valencia|iqbal|clifton|gulshan|gulistan|jauhar|nazimabad|north|new|malir|korangi|landhi|orangi|lyari|fb|federal|area|farid|satellite|hayatabad|university|peoples|people|ii|iii|iv|v|[a-i]?\d{0,2}|\d{1,2}[a-z])$/;

/** Before these stands no city: Kot Multan is a village, and near Lahore is not in Lahore. */
const VILLAGE =
  /^(kot|chak|mohalla|muhalla|mohallah|basti|goth|dera|dhok|mauza|village|gaon|pind|qila|tibba|new|nai|purana|old|محلہ|چک|کوٹ|بستی|گاؤں)$/;
const LANDMARK = /^(near|nearby|opp|opposite|behind|beside|from|next|towards|before|after|bank|cafe|hotel|نزد|قریب|بالمقابل)$/;

/** Names that are also words, or parts of other cities: in an address they are no city. */
const WORDS_TOO = new Set(
  'Bagh,Bara,Bela,Dina,Dir,Hala,Hub,Jand,Khar,Lawa,Matta,Moro,Quaidabad,Rustam,Tangi,Tank,Thana,Topi,Wah Cantt'.split(','),
);

/** The words of a part without what stands around its city. Adds the provinces that it names to `regions`. */
function trimmed(part: string, regions: Set<Province>): string[] {
  const words = plain(part).split(' ').filter(Boolean);
  for (let isShorter = true; isShorter && words.length > 0; ) {
    const before = words.length;
    for (let length = Math.min(3, words.length); length > 0 && words.length === before; length--) {
      for (const start of [words.length - length, 0]) {
        const province = REGION_OF.get(words.slice(start, start + length).join(''));
        if (!province) continue;
        regions.add(province);
        words.splice(start, length);
        break;
      }
    }
    // Wah Cantt is a name.
    if (words.length === before && !BY_SPELLING.has(words.join(''))) {
      if (AROUND.test(words[words.length - 1] ?? '')) words.pop();
      else if (AROUND.test(words[0] ?? '')) words.shift();
    }
    isShorter = words.length < before;
  }
  return words;
}

/** What a part of the city field says: a city, `area` for a part of one, or `unknown`. */
function cityOfPart(words: string[]): City | 'area' | 'unknown' {
  if (words.every((word) => AREA.test(word))) return 'area';
  const whole = BY_SPELLING.get(words.join(''));
  if (whole) return whole;
  const isAreas = (others: string[]) => others.every((word) => AREA.test(word));
  for (let length = Math.min(MAX_NAME_WORDS, words.length - 1); length > 0; length--) {
    const atEnd = BY_SPELLING.get(words.slice(-length).join(''));
    if (atEnd && isAreas(words.slice(0, -length))) return atEnd;
    const atStart = BY_SPELLING.get(words.slice(0, length).join(''));
    if (atStart && isAreas(words.slice(length))) return atStart;
  }
  return 'unknown';
}

/** The one city that all parts agree on. */
function onlyCity(parts: (City | 'area' | 'unknown')[]): City | undefined {
  if (parts.includes('unknown')) return undefined;
  const cities = new Set(parts.filter((part) => typeof part === 'object'));
  const [city] = cities;
  return cities.size === 1 ? city : undefined;
}

/** The one city with which parts of an address end. */
function cityOfAddress(address: string, regions: Set<Province>): City | undefined {
  const cities = address.split(BETWEEN_PARTS).flatMap((part) => {
    const words = trimmed(part, regions);
    if (words.some((word) => LANDMARK.test(word))) return [];
    const found = endingWith(words);
    return found && !WORDS_TOO.has(found.city.name) && !VILLAGE.test(found.before ?? '') ? [found.city] : [];
  });
  return onlyCity(cities);
}

/** The city with whose longest name a text ends, and the word before it. */
function endingWith(words: string[]): { city: City; before: string | undefined } | undefined {
  for (let length = Math.min(MAX_NAME_WORDS, words.length); length > 0; length--) {
    const city = BY_SPELLING.get(words.slice(-length).join(''));
    if (city) return { city, before: words[words.length - length - 1] };
  }
  return undefined;
}

/** Lower case without accents, one letter for each that keyboards write in several ways, and nothing but letters and digits with single spaces between. */
function plain(text: string): string {
  return normalized(text, 'NFKD')
    .toLowerCase()
    .replace(/[\p{M}\u0640\u200b-\u200f'’`]+/gu, '')
    .replace(/[يىئے]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[هةھۃۀ]/g, 'ہ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Rahimyar Khan and Rahim Yarkhan are one spelling. */
function joined(words: string): string {
  return words.replaceAll(' ', '');
}
