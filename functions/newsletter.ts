import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { perMinute } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { subscribe } from '#server/messages/newsletter.ts';
import { newsletterSignup } from '#shared/schemas/newsletter.ts';

export default resource().post(
  '/api/newsletter',
  {
    access: 'anyone',
    summary: 'Subscribes an address to the newsletter',
    body: newsletterSignup,
    limit: perMinute(5),
    status: 201,
    returns: z.null(),
  },
  subscribe,
).handler;

export const config: Config = { path: '/api/newsletter' };
