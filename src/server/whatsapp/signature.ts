import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a body is signed with the app's secret. Takes its bytes as they arrived and the header `X-Hub-Signature-256`.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint
 */
export function isSigned(body: Uint8Array, signature: string, appSecret: string): boolean {
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/.exec(signature)?.[1] ?? '', 'hex');
  const right = createHmac('sha256', appSecret).update(body).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}
