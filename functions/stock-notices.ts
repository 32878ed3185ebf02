import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { noticeQuery, stockNotice } from '#domain/stock-notices/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { listNotices, markNotified, removeNotice } from '#server/stock/stock-notices.ts';

export default resource('Who wants to be told when something is back in stock.')
  .get(
    '/api/stock-notices',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Who wants to be told when something is back',
      query: noticeQuery,
      returns: page(stockNotice),
    },
    ({ db, query }) => listNotices(db, query),
  )
  .put(
    '/api/stock-notices/:id/told',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Notes that a person was told by phone',
      errors: ['notice_not_found', 'not_back_yet'],
      returns: stockNotice,
    },
    ({ db, params }) => markNotified(db, params.id),
  )
  .delete(
    '/api/stock-notices/:id',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Removes what a person asked to be told',
      errors: ['notice_not_found'],
      returns: z.null(),
    },
    ({ db, params }) => removeNotice(db, params.id),
  ).handler;

export const config: Config = { path: ['/api/stock-notices', '/api/stock-notices/*'] };
