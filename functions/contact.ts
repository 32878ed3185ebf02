import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { sentMessage } from '#domain/messages/contact.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { sendMessage } from '#server/messages/messages.ts';

export default resource('Messages of visitors to the shop.').post(
  '/api/contact',
  {
    access: 'anyone',
    summary: 'A message to the shop',
    body: sentMessage,
    incomplete: 'Please fill required fields: first name, email, message.',
    limit: perMinute(5),
    status: 201,
    sendsMail: true,
    returns: z.null(),
  },
  ({ db, body }) => sendMessage(db, body),
).handler;

export const config: Config = { path: '/api/contact' };
