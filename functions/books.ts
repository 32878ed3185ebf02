import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  accountRename,
  bookMonth,
  bookMonthDetails,
  chartAccount,
  monthClosing,
  monthQuery,
  monthReopening,
  taxCertificate,
} from '#domain/books/contract.ts';
import { resource } from '#server/api/api.ts';
import {
  closeMonth,
  getMonth,
  listAccounts,
  listMonths,
  noteCertificate,
  renameAccount,
  reopenMonth,
} from '#server/books/books.ts';

const reads = { access: 'staff', right: 'see_reports' } as const;

export default resource('The books, month by month, as an accountant reads them.')
  .get('/api/books', { ...reads, summary: 'Months of the books, the newest first', returns: z.array(bookMonth) }, ({ db }) =>
    listMonths(db),
  )
  .get('/api/books/accounts', { ...reads, summary: 'The chart of accounts', returns: z.array(chartAccount) }, ({ db }) =>
    listAccounts(db),
  )
  .put(
    '/api/books/accounts',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Renames an account',
      body: accountRename,
      returns: z.array(chartAccount),
    },
    ({ db, body, staff }) => renameAccount(db, body, staff.id),
  )
  .get(
    '/api/books/month',
    { ...reads, summary: 'A month’s trial balance, and what couriers withheld', query: monthQuery, returns: bookMonthDetails },
    ({ db, query }) => getMonth(db, query.month),
  )
  .put(
    '/api/books/certificates',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Notes the number of a courier’s tax certificate',
      body: taxCertificate,
      errors: ['courier_not_found'],
      returns: bookMonthDetails,
    },
    ({ db, body, staff }) => noteCertificate(db, body, staff.id),
  )
  .post(
    '/api/books/closings',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Closes a month with all before it: no payment is dated there any more',
      body: monthClosing,
      errors: ['month_not_over', 'month_closed'],
      returns: bookMonthDetails,
    },
    ({ db, body, staff }) => closeMonth(db, body.month, staff.id),
  )
  .post(
    '/api/books/reopenings',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Reopens the month that was closed last',
      body: monthReopening,
      errors: ['month_not_closed', 'month_not_last'],
      returns: bookMonthDetails,
    },
    ({ db, body, staff }) => reopenMonth(db, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/books', '/api/books/*'] };
