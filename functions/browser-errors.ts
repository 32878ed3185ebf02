import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { browserErrorReport } from '#domain/browser-errors/contract.ts';
import { resource } from '#server/api/api.ts';
import { countBrowserError } from '#server/status/browser-errors.ts';

export default resource('Errors in the scripts of pages.').post(
  '/api/browser-errors',
  {
    access: 'anyone',
    summary: 'Counts an error in the scripts of a page, without who met it',
    body: browserErrorReport,
    // One network tells no more: the rest is known by then.
    limit: { hits: 20, seconds: 3_600 },
    returns: z.null(),
  },
  ({ db, body, client }) => countBrowserError(db, body, client.userAgent),
).handler;

export const config: Config = { path: '/api/browser-errors' };
