import { createHash } from 'node:crypto';
import { isPushService } from '#domain/push/push-hosts.ts';
import type { PushText } from '#domain/push/texts.ts';
import { readAtMost } from '#server/answers-from-elsewhere.ts';
import { type DeviceKeys, encrypt } from './encrypt.ts';
import { vapidHeader } from './vapid.ts';
import type { PushSettings } from './vapid-variables.ts';

const TIMEOUT_MS = 5_000;

/** How long a push service keeps what it cannot deliver: what is a day old is told by the mails. */
const TTL_SECONDS = 24 * 60 * 60;

/** The longest that a service may ask to wait. */
const MAX_WAIT_SECONDS = 60 * 60;

/** Bytes of an answer that is read for its reason. */
const MAX_ANSWER = 16 * 1024;

/** A notification on its way to a device. */
export interface Outgoing extends DeviceKeys {
  endpoint: string;
  text: PushText;
  /** What it is about, if the text says nothing. */
  fact: string;
  /** How many orders wait: the number at the app's icon. */
  waiting: number;
}

/**
 * What became of it: `gone` devices are forgotten, `refused` ones stopped after a while, `failed` is tried again (not before `waitSeconds`), `too_large` never.
 */
export interface Outcome {
  outcome: 'sent' | 'gone' | 'refused' | 'failed' | 'too_large';
  error?: string;
  waitSeconds?: number;
}

/** Whether notifications may go to an address: a browser's push service, or the tests'. */
export function maySendTo(endpoint: string, { testService }: Pick<PushSettings, 'testService'>): boolean {
  return isPushService(endpoint) || (URL.canParse(endpoint) && new URL(endpoint).origin === testService);
}

/** Sends a notification. Takes where shoppers reach the shop. */
export async function sendPush(push: Outgoing, settings: PushSettings, shopUrl: string): Promise<Outcome> {
  const { endpoint, text } = push;
  if (!maySendTo(endpoint, settings)) return { outcome: 'refused', error: 'push refused (0): no push service' };
  const about = topicOf(text.about ?? push.fact);
  let body: Buffer;
  try {
    body = encrypt(Buffer.from(JSON.stringify(messageOf(push, about, shopUrl))), push);
  } catch {
    return { outcome: 'refused', error: 'push refused (0): the device’s key is not one' };
  }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      Authorization: vapidHeader(new URL(endpoint).origin, settings),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TTL_SECONDS),
      Topic: about,
      Urgency: text.isUrgent ? 'high' : 'normal',
    },
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  return answer ? outcomeOf(answer) : { outcome: 'failed', error: 'push failed (0): no answer' };
}

/**
 * Safari shows it by itself; other browsers give it to the back office's worker, which shows the same.
 * https://webkit.org/blog/16535/meet-declarative-web-push/
 */
function messageOf({ text, waiting }: Outgoing, tag: string, shopUrl: string) {
  const { title, body, path } = text;
  const navigate = new URL(path, shopUrl).href;
  return { web_push: 8030, notification: { title, body, navigate, lang: 'en', dir: 'ltr', tag, app_badge: String(waiting) } };
}

/** At most 32 characters of base64url: the newest about something takes the place of one that was not delivered yet. */
function topicOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url').slice(0, 32);
}

async function outcomeOf(answer: Response): Promise<Outcome> {
  const { status } = answer;
  if (answer.ok) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const reason = /"reason"\s*:\s*"(\w{1,40})"/.exec(await textOf(answer))?.[1];
  const error = `push failed (${status})${reason ? `: ${reason}` : ''}`;
  if (status === 413) return { outcome: 'too_large', error };
  if (status === 429 || status >= 500) return { outcome: 'failed', error, waitSeconds: waitOf(answer) };
  return { outcome: 'refused', error };
}

/** What a push service says of a refusal, where it is as short as theirs are. */
async function textOf(answer: Response): Promise<string> {
  const bytes = await readAtMost(answer, MAX_ANSWER).catch(() => null);
  return bytes ? new TextDecoder().decode(bytes) : '';
}

/** `Retry-After`, in seconds or as a date. */
function waitOf({ headers }: Response): number {
  const asked = headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_WAIT_SECONDS) : 0;
}
