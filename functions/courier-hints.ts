import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { courierHint } from '#domain/couriers/hint.ts';
import { resource } from '#server/api/api.ts';
import { takeHint } from '#server/couriers/take-hint.ts';
import { perMinute } from '#server/http/operation.ts';

/** Couriers' webhooks are not signed: whatever one says is only a reason to ask the courier itself. */
export default resource('Webhooks of couriers: hints that there is news of a parcel.').post(
  '/api/courier-hints/:secret',
  {
    access: 'anyone',
    summary: 'Has the parcels that a courier names asked about next. Nothing else of what it says counts',
    body: courierHint,
    // A courier sends one for each scan, from a few addresses.
    limit: perMinute(300),
    errors: ['courier_hint_not_found'],
    returns: z.null(),
  },
  ({ db, params, body }) => takeHint(db, params.secret, body),
).handler;

export const config: Config = { path: '/api/courier-hints/*' };
