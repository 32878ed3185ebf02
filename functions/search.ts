import type { Config } from '@netlify/functions';
import { resource } from '#server/http/resource.ts';
import { searchRecords } from '#server/search/search-records.ts';
import { foundRecords, searchRequest } from '#shared/schemas/search.ts';

export default resource()
  // A POST, although it only reads: what is typed is often a person's name or phone, and those stand in no address.
  .post(
    '/api/search',
    {
      access: 'staff',
      summary: 'Finds orders, products, shipments and purchase orders',
      body: searchRequest,
      returns: foundRecords,
    },
    searchRecords,
  ).handler;

export const config: Config = { path: '/api/search' };
