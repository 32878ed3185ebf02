import type { Config } from '@netlify/functions';
import { listCustomers } from '#server/customers/customers.ts';
import { resource } from '#server/http/resource.ts';
import { searchRecords, TOP_COUNT } from '#server/search/search-records.ts';
import { foundRecords, searchRequest } from '#shared/schemas/search.ts';

export default resource()
  // A POST although it only reads, because names and phones must not get into addresses.
  .post(
    '/api/search',
    {
      access: 'staff',
      summary: 'Finds orders, customers, products, shipments and purchase orders',
      body: searchRequest,
      returns: foundRecords,
    },
    async ({ db, body }) => {
      const [records, customers] = await Promise.all([
        searchRecords(db, body),
        listCustomers(db, { search: body.q, page: 1, limit: TOP_COUNT }),
      ]);
      return { ...records, customers: customers.items };
    },
  ).handler;

export const config: Config = { path: '/api/search' };
