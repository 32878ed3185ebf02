import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { LineOutcome } from '#domain/couriers/settlement-mapping.ts';
import type { Arrival, LineResult, Settlement } from '#domain/settlements/contract.ts';

/** What came of a row, what needs a look first. */
export const RESULT_LABELS: Record<LineResult, StatusLabel> = {
  short: { text: 'Short', tone: 'tone-stop' },
  unmatched: { text: 'Unmatched', tone: 'tone-stop' },
  not_owed: { text: 'Not owed', tone: 'tone-wait' },
  over: { text: 'Over', tone: 'tone-wait' },
  repeated: { text: 'Repeated', tone: 'tone-plain' },
  charge_only: { text: 'Charge only', tone: 'tone-plain' },
  received: { text: 'Received', tone: 'tone-done' },
};

/** What a group of them means. */
export const RESULT_MEANINGS: Record<LineResult, string> = {
  short: 'Less came than the parcel collected, or it is delivered here and returned in the file.',
  unmatched: 'This courier has no parcel with the number.',
  not_owed: 'Cash came for a parcel that is not delivered here, or collected nothing.',
  over: 'More came than the parcel collected.',
  repeated: 'An earlier file settled it, so it changes nothing.',
  charge_only: 'No cash, only what the courier keeps.',
  received: 'Exactly what the parcel collected.',
};

export const OUTCOME_LABELS: Record<LineOutcome, string> = { delivered: 'Delivered', returned: 'Returned', charge: 'Charge' };

export const ARRIVAL_LABELS: Record<Arrival, StatusLabel> = {
  announced: { text: 'Announced', tone: 'tone-wait' },
  in_bank: { text: 'In the bank', tone: 'tone-done' },
  missing: { text: 'Missing', tone: 'tone-stop' },
  none: { text: 'Nothing to come', tone: 'tone-plain' },
};

export const STATE_LABELS: Record<Settlement['state'], StatusLabel> = {
  booked: { text: 'Booked', tone: 'tone-done' },
  undone: { text: 'Undone', tone: 'tone-stop' },
};
