import type { Config } from '@netlify/functions';
import { sentMessage } from '#domain/messages/contact.ts';
import { newsletterSignup } from '#domain/newsletter/contract.ts';
import { orderTracking, trackedOrder } from '#domain/orders/contract.ts';
import { noticeStop } from '#domain/stock-notices/contract.ts';
import { forms } from '#server/api/api.ts';
import {
  howToOrder,
  MESSAGE_SENT,
  NOTICES_STOPPED,
  REVIEW_NEEDS_SCRIPT,
  SIGN_IN_NEEDS_SCRIPT,
  SUBSCRIBED,
  stopNoticesQuestion,
  trackedOrderPage,
} from '#server/http/form-answers.ts';
import { perMinute } from '#server/http/operation.ts';
import { sendMessage } from '#server/messages/messages.ts';
import { subscribe } from '#server/messages/newsletter.ts';
import { trackOrder } from '#server/orders/read-orders.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { stopNotices } from '#server/stock/stock-notices.ts';

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
    { page: '/track', body: orderTracking, limit: { ...perMinute(60), with: 'post /api/orders/track' }, reads: true },
    async ({ db, body }) => trackedOrderPage(trackedOrder.parse(await trackOrder(db, body))),
  )
  .get('/forms/stop-notices', noticeStop, ({ token }) => stopNoticesQuestion(token))
  .post(
    '/forms/stop-notices',
    { page: '/', body: noticeStop, limit: { ...perMinute(20), with: 'post /forms/stop-notices' } },
    async ({ db, body }) => {
      await stopNotices(db, body.token);
      return NOTICES_STOPPED;
    },
  )
  .post('/forms/checkout', { page: '/checkout' }, async ({ db }) => howToOrder((await currentSettings(db)).delivery))
  .post('/forms/review', { page: '/products' }, () => REVIEW_NEEDS_SCRIPT)
  .post('/forms/login', { page: '/login' }, () => SIGN_IN_NEEDS_SCRIPT).handler;

export const config: Config = { path: '/forms/*' };
