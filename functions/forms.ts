import type { Config } from '@netlify/functions';
import { sentMessage } from '#domain/messages/contact.ts';
import { orderTracking } from '#domain/orders/tracking-contract.ts';
import { reviewMailStop } from '#domain/reviews/contract.ts';
import { noticeStop } from '#domain/stock-notices/contract.ts';
import { forms } from '#server/api/api.ts';
import {
  MESSAGE_SENT,
  NEEDS_SCRIPT,
  NOTICES_STOPPED,
  REVIEW_MAILS_STOPPED,
  stopNoticesQuestion,
  stopReviewMailsQuestion,
  trackedOrderPage,
} from '#server/api/form-answers.ts';
import { perMinute } from '#server/http/operation.ts';
import { sendMessage } from '#server/messages/messages.ts';
import { trackOrder } from '#server/orders/read-orders.ts';
import { stopReviewMails } from '#server/reviews/stop-review-mails.ts';
import { stopNotices } from '#server/stock/stock-notices.ts';

/** The targets of the shop's forms for browsers without script. */
export default forms(NEEDS_SCRIPT)
  .post(
    '/forms/contact',
    {
      page: '/contact',
      body: sentMessage,
      incomplete: 'Please fill required fields: first name, email, message.',
      limit: { ...perMinute(5), with: 'post /api/contact' },
      sendsMail: true,
    },
    async (db, message) => {
      await sendMessage(db, message);
      return MESSAGE_SENT;
    },
  )
  .post(
    '/forms/track',
    { page: '/track', body: orderTracking, limit: { ...perMinute(60), with: 'post /api/orders/track' }, reads: true },
    async (db, tracking) => trackedOrderPage(await trackOrder(db, tracking)),
  )
  .get('/forms/stop-notices', noticeStop, ({ token }) => stopNoticesQuestion(token))
  .post(
    '/forms/stop-notices',
    { page: '/', body: noticeStop, limit: { ...perMinute(20), with: 'post /forms/stop-notices' } },
    async (db, { token }) => {
      await stopNotices(db, token);
      return NOTICES_STOPPED;
    },
  )
  .get('/forms/stop-review-mails', reviewMailStop, ({ token }) => stopReviewMailsQuestion(token))
  // Mail programs press many people's buttons from few networks.
  .oneClick('/forms/stop-review-mails', reviewMailStop, perMinute(120), async (db, { token }) => {
    await stopReviewMails(db, token);
    return REVIEW_MAILS_STOPPED;
  }).handler;

export const config: Config = { path: '/forms/*' };
