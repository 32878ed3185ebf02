import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { closeNow, listen } from '#local/loopback.ts';
import { type Fault, failLike, isFault } from '#tests/setup/stack/network-faults.ts';

/** What the shop has at Meta. */
export const WHATSAPP = {
  WHATSAPP_ACCESS_TOKEN: 'EAA-test',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_APP_SECRET: 'app secret of the tests',
  WHATSAPP_VERIFY_TOKEN: 'verify token of the tests',
};

/** The approved template: its places and its quick-reply buttons. */
const TEMPLATE = { name: 'order_confirmation', language: 'en', places: 4, buttons: 3 };

/** A message may have so many characters with everything filled in; the template's own words take some. */
const MAX_TEXT = 1024 - 200;

const templateMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\+?\d{7,15}$/),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.array(
      z.discriminatedUnion('type', [
        z.object({
          type: z.literal('body'),
          parameters: z.array(z.object({ type: z.literal('text'), text: z.string().min(1) })),
        }),
        z.object({
          type: z.literal('button'),
          sub_type: z.literal('quick_reply'),
          index: z.string().regex(/^\d$/),
          parameters: z.tuple([z.object({ type: z.literal('payload'), payload: z.string().min(1).max(128) })]),
        }),
      ]),
    ),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

type TemplateMessage = z.infer<typeof templateMessage>;

/** A message that WhatsApp took. */
interface Taken {
  id: string;
  to: string;
  callbackData: string | undefined;
  texts: string[];
  /** What each button sends back. */
  payloads: string[];
}

interface Refusal {
  status: number;
  code: number;
  message: string;
  details?: string;
}

const REFUSALS = {
  noToken: { status: 401, code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  otherNumber: { status: 400, code: 100, message: 'Unsupported post request. Object with this ID does not exist' },
  otherForm: { status: 400, code: 100, message: '(#100) Invalid parameter' },
  noTemplate: { status: 404, code: 132001, message: '(#132001) Template name does not exist in the translation' },
  otherCount: {
    status: 400,
    code: 132000,
    message: '(#132000) Number of parameters does not match the expected number of params',
  },
  tooLong: { status: 400, code: 132005, message: '(#132005) Translated text too long' },
  badText: {
    status: 400,
    code: 132018,
    message: '(#132018) There was an issue with the parameters in your template',
    details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
  },
  noWhatsapp: { status: 400, code: 131026, message: '(#131026) Message undeliverable' },
  throughput: { status: 400, code: 130429, message: '(#130429) Rate limit hit' },
  pairLimit: { status: 400, code: 131056, message: '(#131056) (Business Account, Consumer Account) pair rate limit hit' },
} satisfies Record<string, Refusal>;

export interface WhatsappDouble {
  url: string;
  /** What it took, in order. */
  messages: Taken[];
  /** How often it was asked. */
  asked(): number;
  /** Refuses everything like this from now on, or fails as a service does; null ends that. */
  refuseWith(reason: keyof typeof REFUSALS | Fault | null): void;
  /** Takes the next message but breaks off before it says so. */
  loseNextAnswer(): void;
  stop(): Promise<void>;
}

/**
 * Stands in for the WhatsApp Cloud API. Built from Meta's documents alone:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview (templates)
 * https://whatsapp.github.io/WhatsApp-Nodejs-SDK/api-reference/types/TemplateObject (what a template message is made of)
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (codes and their form)
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint (verification, signature)
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/button (a pressed button)
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/text (a text)
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status (what became of a message)
 */
export async function startWhatsappDouble(): Promise<WhatsappDouble> {
  const messages: Taken[] = [];
  let asked = 0;
  let reason: keyof typeof REFUSALS | Fault | null = null;
  let losesAnswer = false;

  const server = createServer(async (request, response) => {
    asked += 1;
    const sent = await json(request).catch(() => null);
    if (isFault(reason)) return failLike(reason, response);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const refusal = reason ? REFUSALS[reason] : refusalOf(request.url ?? '', request.headers.authorization, sent);
    if (refusal) return answer(refusal.status, errorOf(refusal));

    const message = templateMessage.parse(sent);
    const id = `wamid.${crypto.randomUUID()}`;
    messages.push({ id, to: message.to.replace('+', ''), callbackData: message.biz_opaque_callback_data, ...contentOf(message) });
    if (losesAnswer) {
      losesAnswer = false;
      return response.destroy();
    }
    answer(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to.replace('+', '') }],
      messages: [{ id, message_status: 'accepted' }],
    });
  });

  return {
    url: `${await listen(server)}/v25.0`,
    messages,
    asked: () => asked,
    refuseWith: (why) => {
      reason = why;
    },
    loseNextAnswer: () => {
      losesAnswer = true;
    },
    stop: () => closeNow(server),
  };
}

function contentOf({ template: { components } }: TemplateMessage): { texts: string[]; payloads: string[] } {
  const texts = components.flatMap((part) => (part.type === 'body' ? part.parameters.map(({ text }) => text) : []));
  const buttons = components.flatMap((part) => (part.type === 'button' ? [part] : []));
  const inOrder = buttons.toSorted((one, other) => Number(one.index) - Number(other.index));
  return { texts, payloads: inOrder.map(({ parameters: [{ payload }] }) => payload) };
}

/** Why a message is not taken, if it is not. */
function refusalOf(path: string, authorization: string | undefined, sent: unknown): Refusal | undefined {
  if (authorization !== `Bearer ${WHATSAPP.WHATSAPP_ACCESS_TOKEN}`) return REFUSALS.noToken;
  if (path !== `/v25.0/${WHATSAPP.WHATSAPP_PHONE_NUMBER_ID}/messages`) return REFUSALS.otherNumber;
  const { data: message } = templateMessage.safeParse(sent);
  if (!message) return REFUSALS.otherForm;
  const { name, language } = message.template;
  if (name !== TEMPLATE.name || language.code !== TEMPLATE.language) return REFUSALS.noTemplate;
  const { texts, payloads } = contentOf(message);
  if (texts.length !== TEMPLATE.places || payloads.length !== TEMPLATE.buttons) return REFUSALS.otherCount;
  if (texts.some((text) => /[\n\t]| {5}/.test(text))) return REFUSALS.badText;
  return [...texts.join('')].length > MAX_TEXT ? REFUSALS.tooLong : undefined;
}

function errorOf({ code, message, details }: Refusal) {
  const error_data = { messaging_product: 'whatsapp', details: details ?? message };
  return { error: { message, type: 'OAuthException', code, error_data, fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam' } };
}

/** The number that shoppers see. */
const DISPLAY_NUMBER = '923001234567';

/** A notification about the shop's number, or about another one of the same account. */
export function notification(value: object, phoneNumberId = WHATSAPP.WHATSAPP_PHONE_NUMBER_ID) {
  const metadata = { display_phone_number: DISPLAY_NUMBER, phone_number_id: phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes: [change] }] };
}

let seconds = 1_800_000_000;

interface Told {
  id?: string;
  /** Seconds since 1970; one later than the last when it is left out. */
  at?: number;
}

/** Somebody pressed a button of a message. */
export function pressed(
  from: string,
  payload: string,
  on: string,
  { id = `wamid.${crypto.randomUUID()}`, at = ++seconds }: Told = {},
) {
  const context = { from: DISPLAY_NUMBER, id: on };
  const message = { context, from, id, timestamp: String(at), type: 'button', button: { payload, text: 'Confirm' } };
  return notification({ contacts: [{ profile: { name: 'Ayesha' }, wa_id: from }], messages: [message] });
}

/** Somebody wrote, upon a message or not. */
export function wrote(
  from: string,
  body: string,
  on?: string,
  { id = `wamid.${crypto.randomUUID()}`, at = ++seconds }: Told = {},
) {
  const context = on ? { context: { from: DISPLAY_NUMBER, id: on } } : {};
  const message = { ...context, from, id, timestamp: String(at), type: 'text', text: { body } };
  return notification({ contacts: [{ profile: { name: 'Ayesha' }, wa_id: from }], messages: [message] });
}

/** Something became of a message. */
export function became({ id, to, callbackData }: Taken, status: 'sent' | 'delivered' | 'read' | 'failed') {
  const errors = [
    { code: 131026, title: 'Message undeliverable', message: 'Message undeliverable', error_data: { details: 'No WhatsApp' } },
  ];
  return notification({
    statuses: [
      {
        id,
        status,
        timestamp: String(++seconds),
        recipient_id: to,
        ...(callbackData ? { biz_opaque_callback_data: callbackData } : {}),
        ...(status === 'failed' ? { errors } : { pricing: { billable: true, pricing_model: 'PMP', category: 'utility' } }),
      },
    ],
  });
}

/** A notification on its way to the shop. Takes its body as text, and the secret to sign it with. */
export function signedDelivery(url: string, body: string, secret = WHATSAPP.WHATSAPP_APP_SECRET): Request {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return new Request(new URL('/api/whatsapp/webhook', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
    body,
  });
}
