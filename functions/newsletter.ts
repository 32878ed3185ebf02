import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { newsletterSignup, subscriber, subscriberQuery } from '#domain/newsletter/contract.ts';
import { resource } from '#server/api/api.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { listSubscribers, removeSubscriber, subscribe } from '#server/messages/newsletter.ts';

export default resource('Subscribers of the newsletter.')
  .get(
    '/api/newsletter',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Who gets the newsletter',
      query: subscriberQuery,
      returns: page(subscriber),
    },
    ({ db, query }) => listSubscribers(db, query),
  )
  .delete(
    '/api/newsletter/:id',
    {
      access: 'staff',
      right: 'answer_messages',
      summary: 'Removes an address from the newsletter',
      errors: ['subscriber_not_found'],
      returns: subscriber,
    },
    ({ db, params }) => removeSubscriber(db, params.id),
  )
  .post(
    '/api/newsletter',
    {
      access: 'anyone',
      summary: 'Subscribes an address to the newsletter',
      body: newsletterSignup,
      limit: perMinute(5),
      status: 201,
      returns: z.null(),
    },
    ({ db, body }) => subscribe(db, body),
  ).handler;

export const config: Config = { path: ['/api/newsletter', '/api/newsletter/*'] };
