/** A category's slug as a label: `bridal-sets` becomes `Bridal Sets`. */
export function categoryLabel(slug: string): string {
  return slug.replace(/-+/g, ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase());
}

const LONGEST_DESCRIPTION = 200;

/** A long description as what shows at once and what Read More adds; a short one has no rest. */
export function splitDescription(description: string): { start: string; rest: string } {
  if (description.length <= LONGEST_DESCRIPTION) return { start: description, rest: '' };
  return { start: description.slice(0, LONGEST_DESCRIPTION), rest: description.slice(LONGEST_DESCRIPTION) };
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Karachi' });

/** A day as reviews show it: `12 Oct 2026`, the day it was in Pakistan. */
export function reviewDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}
