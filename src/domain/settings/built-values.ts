import { CURRENCY, LOCALE, TIME_ZONE } from '#domain/region.ts';
import type { Settings } from './contract.ts';
import { OPENING_TEXTS, openingLine } from './opening.ts';

/** The constants of `src/built/settings.ts`, for pages and browsers. */
export function settingsForBrowsers({ identity, contact, delivery, returns, listing }: Settings) {
  return {
    SHOP: { ...identity, ...contact, returnDays: returns.days, currency: CURRENCY, locale: LOCALE, timeZone: TIME_ZONE },
    DELIVERY: delivery,
    LISTING_ORDER: listing.order,
  };
}

/** The constant of `src/built/door.ts`. */
export function settingsForDoor({ door }: Settings) {
  return { OPENING: door.opening };
}

/** The constants of `src/built/texts.ts`, for pages only. */
export function settingsForPages({
  identity,
  hours,
  delivery,
  door,
  announcement,
  hero,
  about,
  claims,
  testimonials,
  search,
  payment,
  gifts,
  returns,
}: Settings) {
  return {
    /** Empty when it is switched off. */
    ANNOUNCEMENT: announcement.isShown ? fillIn(announcement.text, delivery) : '',
    BANNER: [...announcement.lines.map((line) => fillIn(line, delivery)), openingLine(door.opening) ?? []].flat(),
    DOOR: [...door.points.split('\n').filter((point) => point.trim()), OPENING_TEXTS[door.opening].point],
    HERO_TEXTS: hero,
    HOURS: hours.lines
      .split('\n')
      .filter((line) => line.trim())
      .map(daysAndHours),
    RETURNS: returns,
    SEARCH_WORDS: search.words,
    OFFERS_TRANSFER: payment.transfer !== 'off',
    /** What gift wrap costs; null where it is not offered. */
    GIFT_WRAP: gifts.wrap === 'off' ? null : gifts.price,
    STORY: about.story.replaceAll('{name}', identity.name).replaceAll('{founded}', String(identity.founded)),
    CLAIMS: claims,
    /** None when they are switched off. */
    TESTIMONIALS: testimonials.isShown ? testimonials.items : [],
  };
}

/** A line of the hours, by its last space. */
function daysAndHours(line: string): { days: string; hours: string } {
  const at = line.trim().lastIndexOf(' ');
  return { days: line.trim().slice(0, Math.max(0, at)), hours: line.trim().slice(at + 1) };
}

/** Replaces `{freeFrom}` by the free-delivery limit. */
export function fillIn(words: string, { freeFrom }: Settings['delivery']): string {
  return words.replaceAll('{freeFrom}', String(freeFrom));
}
