import type { Config } from '@netlify/functions';
import {
  howToOrder,
  MESSAGE_SENT,
  REVIEW_NEEDS_SCRIPT,
  SIGN_IN_NEEDS_SCRIPT,
  SUBSCRIBED,
  trackedOrderPage,
} from '#server/http/form-answers.ts';
import { forms } from '#server/http/forms.ts';
import { perMinute } from '#server/http/operation.ts';
import { sendMessage } from '#server/messages/messages.ts';
import { subscribe } from '#server/messages/newsletter.ts';
import { trackOrder } from '#server/orders/read-orders.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { sentMessage } from '#shared/schemas/contact.ts';
import { newsletterSignup } from '#shared/schemas/newsletter.ts';
import { orderTracking, trackedOrder } from '#shared/schemas/orders.ts';

/** The targets of the shop's forms for browsers without script. */
export default forms()
  .post(
    '/forms/newsletter',
    { page: '/', body: newsletterSignup, limit: { ...perMinute(5), with: 'post /api/newsletter' } },
    async ({ db, body }) => {
      await subscribe(db, body);
      return SUBSCRIBED;
    },
  )
  .post(
    '/forms/contact',
    {
      page: '/contact',
      body: sentMessage,
      incomplete: 'Please fill required fields: first name, email, message.',
      limit: { ...perMinute(5), with: 'post /api/contact' },
      sendsMail: true,
    },
    async ({ db, body }) => {
      await sendMessage(db, body);
      return MESSAGE_SENT;
    },
  )
  .post(
    '/forms/track',
    { page: '/track', body: orderTracking, limit: { ...perMinute(20), with: 'post /api/orders/track' } },
    async ({ db, body }) => trackedOrderPage(trackedOrder.parse(await trackOrder(db, body))),
  )
  .post('/forms/checkout', { page: '/checkout' }, async ({ db }) => howToOrder((await currentSettings(db)).delivery))
  .post('/forms/review', { page: '/products' }, () => REVIEW_NEEDS_SCRIPT)
  .post('/forms/login', { page: '/login' }, () => SIGN_IN_NEEDS_SCRIPT).handler;

export const config: Config = { path: '/forms/*' };
