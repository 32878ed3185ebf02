import { formatDay, formatMoment, toShopClock } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { DiscountCode } from '#domain/discounts/contract.ts';
import { offText } from '#domain/discounts/terms-text.ts';

/** Whether a code can be used, and if not, why. */
export const CODE_STATES = {
  running: { text: 'Running', tone: 'tone-done' },
  upcoming: { text: 'Starts later', tone: 'tone-wait' },
  paused: { text: 'Paused', tone: 'tone-stop' },
  used_up: { text: 'Used up', tone: 'tone-part' },
  ended: { text: 'Ended', tone: 'tone-plain' },
} as const satisfies Record<string, StatusLabel>;

export type CodeState = keyof typeof CODE_STATES;

/** An end that is so near is said instead of `Running`. */
const SOON_MS = 7 * 86_400_000;

export function stateOf({ isPaused, startsAt, endsAt, uses, maxUses }: DiscountCode, now = Date.now()): CodeState {
  if (endsAt && Date.parse(endsAt) <= now) return 'ended';
  if (maxUses !== null && uses >= maxUses) return 'used_up';
  if (isPaused) return 'paused';
  return startsAt && Date.parse(startsAt) > now ? 'upcoming' : 'running';
}

/** The state on screen: with the day that is near. */
export function stateLabel(code: DiscountCode, now = Date.now()): StatusLabel {
  const state = stateOf(code, now);
  const { startsAt, endsAt } = code;
  if (state === 'upcoming' && startsAt) return { ...CODE_STATES.upcoming, text: `Starts ${momentText(startsAt)}` };
  if (state === 'running' && endsAt && Date.parse(endsAt) - now < SOON_MS) {
    return { text: `Ends ${momentText(endsAt)}`, tone: 'tone-wait' };
  }
  return CODE_STATES[state];
}

/** What a code takes off, and when: `10% off Rings, from Rs. 3,000, once per phone, until 31 Dec 2026`. Takes the names of the categories. */
export function termsText(code: DiscountCode, categoryNames: ReadonlyMap<string, string>): string {
  const { minimum, oncePerPhone, newCustomersOnly, endsAt } = code;
  return [
    whatText(code, categoryNames),
    minimum > 0 && `from ${formatPrice(minimum)}`,
    newCustomersOnly && 'first orders only',
    oncePerPhone && 'once per phone',
    endsAt && `until ${momentText(endsAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `12 of 50`, or `12` where they are not limited. */
export function usesText({ uses, maxUses }: Pick<DiscountCode, 'uses' | 'maxUses'>): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`;
}

function whatText({ productIds, categories, ...code }: DiscountCode, names: ReadonlyMap<string, string>): string {
  const products = productIds.length > 0 ? [productIds.length === 1 ? '1 product' : `${productIds.length} products`] : [];
  return offText(code, [...categories.map((slug) => names.get(slug) ?? slug), ...products]);
}

/** A day, where the time is its first or last minute. */
function momentText(iso: string): string {
  return /T(00:00|23:59)$/.test(toShopClock(iso)) ? formatDay(iso) : formatMoment(iso);
}
