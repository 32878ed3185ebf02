import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { whatsappNotification, whatsappSubscription } from '#domain/whatsapp/contract.ts';
import { resource } from '#server/api/api.ts';
import { ApiError } from '#server/errors.ts';
import { isSameSecret } from '#server/secret-token.ts';
import { receiveNotification } from '#server/whatsapp/receive-notification.ts';
import { isSigned } from '#server/whatsapp/signature.ts';
import { whatsapp } from '#server/whatsapp/whatsapp-settings.ts';
import type { WhatsappSettings } from '#server/whatsapp/whatsapp-variables.ts';

const table = resource('What WhatsApp tells the shop.');

/** The webhook of the WhatsApp Cloud API. */
function webhook(settings: WhatsappSettings) {
  return table
    .get(
      '/api/whatsapp/webhook',
      {
        access: 'anyone',
        summary: 'Tells Meta that notifications may come here',
        query: whatsappSubscription,
        answersText: true,
        returns: z.string(),
        errors: ['wrong_verify_token'],
      },
      ({ query }) => {
        if (!isSameSecret(query['hub.verify_token'], settings.verifyToken)) throw new ApiError('wrong_verify_token');
        return query['hub.challenge'];
      },
    )
    .post(
      '/api/whatsapp/webhook',
      {
        access: 'signed',
        summary: 'Takes what happened on WhatsApp',
        body: whatsappNotification,
        sendsMail: true,
        signature: {
          header: 'X-Hub-Signature-256',
          // The most that Meta sends at once.
          maxBytes: 3 * 1024 * 1024,
          isRight: (body, signature) => isSigned(body, signature, settings.appSecret),
        },
        returns: z.null(),
      },
      ({ db, body }) => receiveNotification(db, body, settings),
    );
}

/** Where WhatsApp is not set up there is nothing here. */
export default (whatsapp ? webhook(whatsapp) : table).handler;

export const config: Config = { path: '/api/whatsapp/*' };
