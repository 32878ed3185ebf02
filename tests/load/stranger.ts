import type { MailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import type { WhatsappDouble } from '#tests/setup/doubles/whatsapp-double.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';
import type { FaultyProject } from '#tests/setup/stack/network-faults.ts';

/** Somebody who attacks a shop of their own, and what that talks to. */
export interface Stranger {
  shop: EmbeddedShop;
  /** Sends the next call from where the stranger calls from. */
  call: EmbeddedShop['call'];
  receiver: MailReceiver;
  meta: WhatsappDouble;
  project: FaultyProject;
}

/** What an attack got, in words. */
export type Attack = (stranger: Stranger) => Promise<string>;

/** Sends a request that the shop's description may not know. Returns its status and what it was answered. */
export async function send({ shop }: Stranger, method: string, path: string, body?: unknown, token?: string) {
  const answer = await shop.ask(
    new Request(new URL(path, 'http://shop.test'), {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, json: await answer.json() };
}
