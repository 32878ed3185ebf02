import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { closeNow, listen } from '#local/loopback.ts';
import { type Fault, failLike, isFault } from '#tests/setup/stack/network-faults.ts';

/** How a push service may refuse: a status, with what it says of it. */
const REFUSALS = {
  gone: { status: 410 },
  unknown: { status: 404 },
  tooLarge: { status: 413 },
  tooMany: { status: 429, headers: { 'Retry-After': '120' } },
  forbidden: { status: 403, body: '{"reason":"BadJwtToken"}' },
  badRequest: { status: 400 },
  elsewhere: { status: 307, headers: { Location: 'http://127.0.0.1:1/stolen' } },
} satisfies Record<string, { status: number; headers?: Record<string, string>; body?: string }>;

/** A notification that arrived, opened with the device's keys. */
export interface Arrived {
  device: string;
  /** What was in it, as text: all that the phone's maker, the phone and its lock screen get to see. */
  text: string;
  message: Declarative;
  headers: { ttl: number; urgency: string; topic: string };
}

/** What Safari shows without any script. https://webkit.org/blog/16535/meet-declarative-web-push/ */
const declarative = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string().min(1),
    navigate: z.url(),
    body: z.string().optional(),
    lang: z.string(),
    dir: z.enum(['ltr', 'rtl', 'auto']),
    tag: z.string().min(1),
    app_badge: z.string().regex(/^\d+$/),
  }),
});

type Declarative = z.infer<typeof declarative>;

export interface PushDouble {
  url: string;
  /** A browser subscribes with the shop's public key. Returns what it gives the page. */
  subscribe(shopKey: string): { endpoint: string; p256dh: string; auth: string };
  /** What arrived, in order. */
  arrived: Arrived[];
  /** Why each request was refused by the service's own rules, in order. */
  complaints: string[];
  /** How often it was asked. */
  asked(): number;
  /** Refuses everything like this from now on, or only what goes to one device; null ends that. */
  refuseWith(reason: keyof typeof REFUSALS | Fault | null, endpoint?: string): void;
  stop(): Promise<void>;
}

interface Device {
  shopKey: string;
  keys: ReturnType<typeof newKeys>;
}

/**
 * Stands in for the push services of the browsers. Built from the standards, and as strict as the strictest of them:
 * https://www.rfc-editor.org/rfc/rfc8030 (TTL, Urgency, Topic), https://www.rfc-editor.org/rfc/rfc8188 and https://www.rfc-editor.org/rfc/rfc8291 (the body),
 * https://www.rfc-editor.org/rfc/rfc8292 (who sends).
 * Apple's rules: a subject at @localhost, .local or .invalid is answered 403 BadJwtToken, a topic has at most 32 characters.
 */
export async function startPushDouble(): Promise<PushDouble> {
  const devices = new Map<string, Device>();
  const arrived: Arrived[] = [];
  const complaints: string[] = [];
  let asked = 0;
  let reason: keyof typeof REFUSALS | Fault | null = null;
  let concerned: string | undefined;

  const server = createServer(async (request, response) => {
    asked += 1;
    const path = request.url ?? '';
    const body = await buffer(request);
    if (reason && (!concerned || concerned.endsWith(path))) {
      if (isFault(reason)) return failLike(reason, response);
      const {
        status,
        headers = {},
        body: said = '',
      }: { status: number; headers?: Record<string, string>; body?: string } = REFUSALS[reason];
      return response.writeHead(status, headers).end(said);
    }
    const device = devices.get(path);
    if (!device) return response.writeHead(404).end();
    const answer = receive(request, body, path, device, url);
    if ('complaint' in answer) {
      complaints.push(answer.complaint);
      return response
        .writeHead(answer.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ reason: answer.complaint }));
    }
    arrived.push(answer);
    response.writeHead(201, { Location: `${url}/messages/${arrived.length}` }).end();
  });
  const url = await listen(server);

  return {
    url,
    arrived,
    complaints,
    asked: () => asked,
    subscribe: (shopKey) => {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const keys = newKeys();
      devices.set(path, { shopKey, keys });
      return {
        endpoint: url + path,
        p256dh: keys.pair.getPublicKey('base64url'),
        auth: keys.auth.toString('base64url'),
      };
    },
    refuseWith: (why, endpoint) => {
      reason = why;
      concerned = endpoint;
    },
    stop: () => closeNow(server),
  };
}

function newKeys() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, auth: randomBytes(16) };
}

interface Complaint {
  status: number;
  complaint: string;
}

function receive(request: IncomingMessage, body: Buffer, path: string, device: Device, origin: string): Arrived | Complaint {
  const { ttl = '', urgency = 'normal', topic = '' } = request.headers as Record<string, string>;
  const complaint =
    request.method !== 'POST'
      ? { status: 405, complaint: 'MethodNotAllowed' }
      : (tokenComplaint(request.headers.authorization ?? '', device.shopKey, origin) ?? headerComplaint(request, body));
  if (complaint) return complaint;
  const text = readable(body, device.keys);
  if (text === null) return { status: 400, complaint: 'Unreadable' };
  const { data: message } = declarative.safeParse(JSON.parse(text));
  if (!message) return { status: 400, complaint: `not declarative: ${text}` };
  return { device: origin + path, text, message, headers: { ttl: Number(ttl), urgency, topic } };
}

/** A real service cannot look inside; the browser would drop it, and nobody would hear of that. */
function readable(body: Buffer, keys: Device['keys']): string | null {
  try {
    return opened(body, keys).toString('utf8');
  } catch {
    return null;
  }
}

function headerComplaint({ headers }: IncomingMessage, body: Buffer): Complaint | undefined {
  const { ttl = '', urgency = 'normal', topic = '', 'content-encoding': encoding } = headers as Record<string, string>;
  if (encoding !== 'aes128gcm') return { status: 400, complaint: 'BadEncoding' };
  if (!/^\d+$/.test(ttl)) return { status: 400, complaint: 'BadTtl' };
  if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) return { status: 400, complaint: 'BadUrgency' };
  if (!/^[\w-]{0,32}$/.test(topic)) return { status: 400, complaint: 'BadTopic' };
  return body.length > 4096 ? { status: 413, complaint: 'PayloadTooLarge' } : undefined;
}

const claims = z.object({ aud: z.string(), exp: z.int(), sub: z.string() });

/** Why a sender is not who the browser subscribed to, if so. */
export function tokenComplaint(authorization: string, shopKey: string, origin: string, now = Date.now()): Complaint | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', said = '', signature = ''] = token.split('.');
  if (!signature) return { status: 401, complaint: 'MissingToken' };
  if (key !== shopKey) return { status: 403, complaint: 'VapidPkHashMismatch' };
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${said}`),
    { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed || (json(head) as { alg: string }).alg !== 'ES256') return { status: 403, complaint: 'BadJwtToken' };
  const { aud, exp, sub } = claims.parse(json(said));
  if (aud !== origin) return { status: 403, complaint: 'BadJwtAudience' };
  const seconds = now / 1000;
  if (exp <= seconds || exp > seconds + 24 * 60 * 60) return { status: 403, complaint: 'ExpiredJwtToken' };
  if (!/^(mailto:[^\s@]+@|https:\/\/)/.test(sub) || /[@./](localhost|local|invalid)(:\d+)?(\/|$)/.test(sub))
    return { status: 403, complaint: 'BadJwtToken' };
  return undefined;
}

function publicKeyOf(key: string) {
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** What a browser reads with its keys. @throws Error when they do not open it, or when it is not in one piece */
export function opened(body: Buffer, { pair, auth }: ReturnType<typeof newKeys>): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  if (sealed.length > recordSize) throw new Error('more than one record');
  const derived = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const shared = derived(pair.computeSecret(sender), auth, info, 32);
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the record does not end as the last one');
  return padded.subarray(0, end);
}
