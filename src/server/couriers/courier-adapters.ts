import type { Adapter } from '#domain/couriers/adapters.ts';
import type { CourierAdapter } from './adapter.ts';
import { leopardsAdapter } from './adapters/leopards.ts';
import { postexAdapter } from './adapters/postex.ts';
import { tcsAdapter } from './adapters/tcs.ts';
import { traxAdapter } from './adapters/trax.ts';

/** Couriers that are reached by their API; all others by files for their portal. */
export type CourierWithApi = Exclude<Adapter, 'generic'>;

export const COURIER_ADAPTERS: Record<CourierWithApi, CourierAdapter> = {
  postex: postexAdapter,
  leopards: leopardsAdapter,
  trax: traxAdapter,
  tcs: tcsAdapter,
};
