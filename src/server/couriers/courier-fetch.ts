import { readAtMost } from '#server/answers-from-elsewhere.ts';
import { CourierFailure } from './port.ts';

/** Where a courier's API is, and who may be asked. Addresses can hold credentials: neither they nor bodies are ever logged. */
export interface CourierHost {
  courier: string;
  /** https, or a stand-in on this machine. */
  url: string;
  /** Hosts of labels and slips besides that of `url`. */
  otherHosts?: readonly string[];
  /** Waits until the next call may be made. */
  pace: () => Promise<void>;
  deadlineMs: number;
}

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Reading it again does no harm: then a broken answer says nothing about what was done. */
  isRead?: boolean;
}

const MAX_JSON_BYTES = 2_000_000;
const MAX_PDF_BYTES = 10_000_000;

/** Codes of a connection that was never made: nothing can have been done. */
const NEVER_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** Asks a courier and reads its JSON, whatever the status: couriers put errors into 200 and answers into 400. @throws CourierFailure */
export async function askJson(host: CourierHost, path: string, asked: Asked = {}): Promise<unknown> {
  const { bytes, status } = await ask(host, addressOf(host, path, asked), asked, MAX_JSON_BYTES);
  // A gateway in between, or a program that broke in the middle: nobody knows how far it came.
  if (status >= 500 || status === 408) throw failed(host, asked, `answered ${status}`);
  if (status === 401 || status === 403)
    throw new CourierFailure('refused', `${host.courier} does not accept the credentials (${status})`);
  if (status === 429) throw new CourierFailure('refused', `${host.courier} was asked too often. Try again in a minute.`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    if (status >= 400) throw new CourierFailure('refused', `${host.courier} answered ${status}`);
    throw unreadable(host, asked);
  }
}

/** For an answer that says neither yes nor no: it is no refusal, since what was asked for may have been done. */
export function unreadable(host: CourierHost, asked: Asked): CourierFailure {
  return failed(host, asked, 'gave an answer that cannot be read');
}

/** Asks a courier for a PDF. @throws CourierFailure */
export async function askPdf(host: CourierHost, path: string, asked: Asked = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, status } = await ask(host, addressOf(host, path, asked), { ...asked, isRead: true }, MAX_PDF_BYTES);
  if (status !== 200 || new TextDecoder().decode(bytes.subarray(0, 5)) !== '%PDF-')
    throw new CourierFailure('refused', `${host.courier} gave no PDF (${status})`);
  return bytes;
}

/** The address of a call. Labels come as whole addresses: only those of the courier's own hosts are opened. */
function addressOf({ courier, url, otherHosts = [] }: CourierHost, path: string, { query = {} }: Asked): URL {
  const base = new URL(url);
  const isWhole = /^https?:/i.test(path);
  if (isWhole && !URL.canParse(path)) throw new CourierFailure('refused', `${courier} named an address that is none`);
  const address = isWhole ? new URL(path) : new URL(`${base.href.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
  const isOwn = address.host === base.host && address.protocol === base.protocol;
  const isOther = address.protocol === 'https:' && address.port === '' && otherHosts.includes(address.hostname);
  if (!isOwn && !isOther) throw new CourierFailure('refused', `${courier} named an address that is not its own`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

async function ask(
  host: CourierHost,
  address: URL,
  asked: Asked,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; status: number }> {
  const { method = 'GET', headers = {}, body } = asked;
  await host.pace();
  const answer = await fetch(address, {
    method,
    headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // Where to, only the allow-list says.
    redirect: 'manual',
    signal: AbortSignal.timeout(host.deadlineMs),
  }).catch((broken: unknown) => {
    throw wasNeverSent(broken)
      ? new CourierFailure('unreachable', `${host.courier} cannot be reached`)
      : failed(host, asked, 'did not answer');
  });
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
    await answer.body?.cancel();
    throw failed(host, asked, 'sent us somewhere else');
  }
  return { bytes: await readBody(host, asked, answer, maxBytes), status: answer.status };
}

async function readBody(host: CourierHost, asked: Asked, answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readAtMost(answer, maxBytes).catch(() => {
    throw failed(host, asked, 'broke off its answer');
  });
  if (!bytes) throw failed(host, asked, 'answered more than anybody reads');
  return bytes;
}

/** A failed read has done nothing; anything else may have. */
function failed({ courier }: CourierHost, { isRead = false }: Asked, what: string): CourierFailure {
  return new CourierFailure(isRead ? 'unreachable' : 'unknown', `${courier} ${what}`);
}

function wasNeverSent(broken: unknown): boolean {
  const cause = broken instanceof Error ? (broken.cause as { code?: string } | undefined) : undefined;
  return cause?.code !== undefined && NEVER_SENT.includes(cause.code);
}
