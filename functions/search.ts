import type { Config } from '@netlify/functions';
import { resource } from '#server/http/resource.ts';
import { searchRecords } from '#server/search/search-records.ts';
import { foundRecords, searchRequest } from '#shared/schemas/search.ts';

export default resource()
  // A POST although it only reads, because names and phones must not get into addresses.
  .post(
    '/api/search',
    {
      access: 'staff',
      summary: 'Finds orders, products, shipments and purchase orders',
      body: searchRequest,
      returns: foundRecords,
    },
    ({ db, body }) => searchRecords(db, body),
  ).handler;

export const config: Config = { path: '/api/search' };
