import type { Config } from '@netlify/functions';
import { foundRecords, searchRequest } from '#domain/search/contract.ts';
import { resource } from '#server/api/api.ts';
import { listCustomers } from '#server/customers/customers.ts';
import { searchRecords, TOP_COUNT } from '#server/search/search-records.ts';

export default resource('One search over everything staff work with.')
  // A POST although it only reads, because names and phones must not get into addresses.
  .post(
    '/api/search',
    {
      reads: true,
      access: 'staff',
      right: 'none',
      summary: 'Finds orders, customers, products, shipments, returns and purchase orders',
      body: searchRequest,
      returns: foundRecords,
    },
    async ({ db, body, staff }) => {
      const [records, customers] = await Promise.all([
        searchRecords(db, body),
        staff.rights.includes('see_contacts') ? listCustomers(db, { search: body.q, page: 1, limit: TOP_COUNT }) : null,
      ]);
      return { ...records, customers: customers?.items ?? [] };
    },
  ).handler;

export const config: Config = { path: '/api/search' };
