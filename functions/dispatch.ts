import type { Config } from '@netlify/functions';
import { dispatchList } from '#domain/couriers/dispatch.ts';
import { resource } from '#server/api/api.ts';
import { listDispatch } from '#server/couriers/dispatch.ts';

export default resource('Parcels to send, and with whom.').get(
  '/api/dispatch',
  {
    access: 'staff',
    right: 'send_parcels',
    summary:
      'Orders and parcels to send, the oldest first, each with the couriers for it and their record in its city, the suggested one first',
    returns: dispatchList,
  },
  ({ db }) => listDispatch(db),
).handler;

export const config: Config = { path: '/api/dispatch' };
