/** What a courier can say of a parcel, in the order in which a parcel usually takes it. */
export const PARCEL_STATUSES = [
  'booked',
  'picked',
  'in_transit',
  'out_for_delivery',
  'attempted',
  'advice_due',
  'advised',
  'delivered',
  'return_started',
  'returned',
  'lost',
  'cancelled',
] as const;

export type ParcelStatus = (typeof PARCEL_STATUSES)[number];

/** Why nobody took a parcel at the door. */
export const ATTEMPT_REASONS = [
  'refused',
  'not_available',
  'incomplete_address',
  'wrong_number',
  'wants_to_open',
  'closed',
  'no_cash',
  'other',
] as const;

export type AttemptReason = (typeof ATTEMPT_REASONS)[number];

/** What a label means: a status, and why where it is an attempt. Written `attempted:refused`. */
export type Meaning = Exclude<ParcelStatus, 'attempted'> | `attempted:${AttemptReason}`;

export const MEANINGS: readonly Meaning[] = PARCEL_STATUSES.flatMap((status): Meaning[] =>
  status === 'attempted' ? ATTEMPT_REASONS.map((reason) => `attempted:${reason}` as const) : [status],
);

const STATUS_TEXTS: Record<ParcelStatus, string> = {
  booked: 'Booked',
  picked: 'Picked up',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  attempted: 'Attempted',
  advice_due: 'Waits for advice',
  advised: 'Advised',
  delivered: 'Delivered',
  return_started: 'On its way back',
  returned: 'Back',
  lost: 'Lost',
  cancelled: 'Cancelled',
};

const REASON_TEXTS: Record<AttemptReason, string> = {
  refused: 'refused',
  not_available: 'nobody there',
  incomplete_address: 'incomplete address',
  wrong_number: 'wrong number',
  wants_to_open: 'wants to open it first',
  closed: 'closed',
  no_cash: 'no cash',
  other: 'other reason',
};

/** A status for staff: `Waits for advice`. */
export function statusText(status: ParcelStatus): string {
  return STATUS_TEXTS[status];
}

/** The reason of an attempt for staff: `nobody there`. */
export function reasonText(reason: AttemptReason): string {
  return REASON_TEXTS[reason];
}

/** A meaning for staff: `Attempted: refused`. */
export function meaningText(meaning: Meaning): string {
  const [status, reason] = meaning.split(':') as [ParcelStatus, AttemptReason?];
  return reason ? `${STATUS_TEXTS[status]}: ${REASON_TEXTS[reason]}` : STATUS_TEXTS[status];
}
