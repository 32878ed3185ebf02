import type { AttemptReason } from './parcel-status.ts';

/** What a customer may want done with a parcel that the rider could not hand over, as the page lists it. */
export const DELIVERY_ANSWERS = ['nobody_came', 'tomorrow', 'address', 'transfer', 'open_first', 'not_wanted'] as const;

export type DeliveryAnswer = (typeof DELIVERY_ANSWERS)[number];

/** As the customer says it. */
export const ANSWER_TEXTS: Record<DeliveryAnswer, string> = {
  nobody_came: 'Nobody came',
  tomorrow: 'Come tomorrow after 4',
  address: 'Correct my address',
  transfer: 'No cash: I’ll pay by transfer',
  open_first: 'I wanted to open it first',
  not_wanted: 'I do not want it',
};

/** What the rider says of it, in a sentence for the customer. Not the courier's own words: they can hold anything. */
const SAID_BY_RIDER: Record<AttemptReason, string> = {
  refused: 'The rider says that it was refused.',
  not_available: 'The rider says that nobody was there.',
  incomplete_address: 'The rider says that the address was not complete.',
  wrong_number: 'The rider says that nobody could be reached by phone.',
  wants_to_open: 'The rider says that it was to be opened first.',
  closed: 'The rider says that it was closed.',
  no_cash: 'The rider says that there was no cash.',
  other: '',
};

/** Empty where the courier gave no reason. */
export function saidByRider(reason: string): string {
  return Object.hasOwn(SAID_BY_RIDER, reason) ? SAID_BY_RIDER[reason as AttemptReason] : '';
}

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'Asia/Karachi',
});

/** `Friday 27 Nov, 4:00 pm`, in Pakistan. */
export function deadlineText(iso: string): string {
  return moment.format(new Date(iso)).replace(' at ', ', ');
}
