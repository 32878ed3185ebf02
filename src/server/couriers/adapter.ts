import type { Meaning } from '#domain/couriers/parcel-status.ts';
import type { CourierHost } from './courier-fetch.ts';
import type { CourierPort } from './port.ts';

/** A label that is the status of an attempt; why it failed stands in other words beside it. */
export type StatusEntry = Meaning | 'attempted';

/** What a courier's labels mean, as its public documents and their readers spell them: without case, punctuation and spaces. */
export interface Statuses {
  labels: Record<string, StatusEntry>;
  codes?: Record<string, StatusEntry>;
}

/**
 * All that the shop has to know of a courier with an API; one record each in `adapters`. Its variables begin with its name: `TRAX_API_URL` says where
 * its API is, if not at `url`, and `TRAX_HINT_SECRET` is the last part of the address that its webhook is given; without it, there is none.
 */
export interface CourierAdapter<Secret extends string = string> {
  /** The variables that its API does not work without. Nothing of them is stored anywhere else. */
  secrets: readonly Secret[];
  url: string;
  /** The only hosts that credentials are ever sent to. */
  hosts: readonly string[];
  /** Where labels may be besides. */
  labelHosts?: readonly string[];
  /** How many parcels one call of its tracking answers for; where there is no such call, one after another. */
  tracksAtOnce: number;
  open(host: CourierHost, secrets: Record<Secret, string>): CourierPort;
  statuses: Statuses;
}

/** A record whose `open` gets the secrets that it names, and no others. */
export function courierAdapter<const Secret extends string>(adapter: CourierAdapter<Secret>): CourierAdapter {
  return adapter;
}
