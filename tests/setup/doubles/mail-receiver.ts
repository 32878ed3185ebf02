import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { closeNow, listen } from '#local/loopback.ts';
import { type Fault, failLike } from '#tests/setup/stack/network-faults.ts';

const sentMail = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  reply_to: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

export type ReceivedMail = z.infer<typeof sentMail>;

export interface MailReceiver {
  url: string;
  /** The mails it took, by the key they came with: with the same key it takes a mail once. */
  mails: Map<string, ReceivedMail>;
  /** How often it was asked to take one. */
  asked(): number;
  /** Fails from now on; null ends that. */
  setFault(kind: Fault | null): void;
  /** Answers nobody until the function is called that it returns. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** Stands in for Resend (RESEND_BASE_URL): https://resend.com/docs/api-reference/emails/send-email */
export async function startMailReceiver(): Promise<MailReceiver> {
  const mails = new Map<string, ReceivedMail>();
  let asked = 0;
  let fault: Fault | null = null;
  let released = Promise.resolve();
  const server = createServer(async (request, response) => {
    asked += 1;
    const body = await json(request);
    await released;
    const key = [request.headers['idempotency-key']].flat()[0] ?? crypto.randomUUID();
    if (fault) return failLike(fault, response);
    if (request.headers.authorization !== 'Bearer re_test') return failLike(401, response);
    if (!mails.has(key)) mails.set(key, sentMail.parse(body));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: key }));
  });
  return {
    url: await listen(server),
    mails,
    asked: () => asked,
    setFault: (kind) => {
      fault = kind;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    stop: () => closeNow(server),
  };
}
