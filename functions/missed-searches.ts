import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { missedSearch, missedSearchReport } from '#domain/missed-searches/contract.ts';
import { resource } from '#server/api/api.ts';
import { countMissedSearch, forgetMissedSearch, listMissedSearches } from '#server/catalog/missed-searches.ts';
import { perMinute } from '#server/http/operation.ts';

export default resource('What shoppers looked for and did not find.')
  .post(
    '/api/missed-searches',
    {
      access: 'anyone',
      summary: 'Counts a search that found nothing, without who searched',
      body: missedSearchReport,
      limit: perMinute(20),
      returns: z.null(),
    },
    ({ db, body }) => countMissedSearch(db, body.search),
  )
  .get(
    '/api/missed-searches',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Terms of the last 30 days that nothing was found for, the most frequent first',
      returns: z.array(missedSearch),
    },
    ({ db }) => listMissedSearches(db),
  )
  .delete(
    '/api/missed-searches/:term',
    { access: 'staff', right: 'edit_products', summary: 'Takes a term off the list', returns: z.null() },
    ({ db, params }) => forgetMissedSearch(db, params.term),
  ).handler;

export const config: Config = { path: ['/api/missed-searches', '/api/missed-searches/*'] };
