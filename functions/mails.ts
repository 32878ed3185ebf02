import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { unsentMail, unsentMailQuery } from '#domain/mail/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { dropMail, listUnsentMails, sendMailNow } from '#server/mail/unsent-mails.ts';

const oneMail = { access: 'staff', errors: ['mail_not_found'], returns: z.null() } as const;

export default resource('Mails that did not go: held back by the limits of a day, or given up.')
  .get(
    '/api/mails',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Mails that were held back or given up',
      query: unsentMailQuery,
      returns: page(unsentMail),
    },
    ({ db, query }) => listUnsentMails(db, query),
  )
  .put(
    '/api/mails/:id/sent',
    { ...oneMail, right: 'answer_messages', summary: 'Sends a mail that did not go, whatever the limits', sendsMail: true },
    ({ db, params }) => sendMailNow(db, params.id),
  )
  .delete('/api/mails/:id', { ...oneMail, right: 'answer_messages', summary: 'Drops a mail that did not go' }, ({ db, params }) =>
    dropMail(db, params.id),
  ).handler;

export const config: Config = { path: ['/api/mails', '/api/mails/*'] };
