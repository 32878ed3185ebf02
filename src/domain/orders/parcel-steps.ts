import { saidByRider } from '#domain/couriers/attempt-answers.ts';
import type { TrackedOrder } from './tracking-contract.ts';

type ParcelStep = NonNullable<TrackedOrder['parcels']>[number]['steps'][number];

const STEP_TEXTS: Record<ParcelStep['step'], string> = {
  booked: 'Booked with the courier',
  picked: 'Picked up by the courier',
  in_transit: 'On its way to your city',
  out_for_delivery: 'Out for delivery',
  attempted: 'The rider could not hand it over',
  delivered: 'Delivered',
  coming_back: 'On its way back to us',
};

/** A step for the customer, in our words: `The rider could not hand it over. The rider says that nobody was there.` */
export function stepText({ step, reason = '' }: ParcelStep): string {
  return [STEP_TEXTS[step], saidByRider(reason)].filter(Boolean).join('. ');
}

const moment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'Asia/Karachi',
});

/** `Fri 27 Nov, 4:00 pm`, in Pakistan. */
export function stepTime({ at }: ParcelStep): string {
  return moment.format(new Date(at)).replace(/^(\w+),/, '$1');
}
