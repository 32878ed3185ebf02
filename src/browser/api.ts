import type { FieldError } from '#domain/failures.ts';
import { MIN_FILL_MS } from '#domain/limits.ts';
import type { Pagination } from '#domain/lists.ts';
import { parseJson } from './storage.ts';
import { timeoutSignal } from './timeout-signal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Default timeout of a call. */
const TIMEOUT_MS = 20_000;

/** The body of a response, ours or a proxy's. */
interface Answer {
  success?: boolean;
  data?: unknown;
  pagination?: Pagination;
  message?: string;
  error?: string;
  code?: string;
  errors?: (string | ErrorEntry)[];
  details?: unknown;
}

type ErrorEntry = Partial<Record<'path' | 'param' | 'field' | 'message' | 'msg', string>>;

/** Anything with zod's `parse`, typed by shape so that shop pages do not load zod. */
interface Parser<Data> {
  parse(data: unknown): Data;
}

export interface CallOptions<Data = unknown> {
  /** Sent as JSON; a `FormData` is sent as it is. */
  body?: unknown;
  /** Empty and undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Adds proof that a person filled in the form (see `honeypotFields`). */
  honeypot?: boolean;
  /** Checks the answer and gives it its type. */
  schema?: Parser<Data>;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A call that failed. `status` 0 means that no answer came: `code` is then `unreachable` or `timeout`. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly details: unknown;

  constructor(status: number, code: string, message: string, errors: FieldError[] = [], details?: unknown, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.details = details;
  }
}

/**
 * Calls one operation of the API: `callApi('POST', '/orders', { body })`. Returns the answer's `data`.
 * @throws ApiFailure
 */
export async function callApi<Data = unknown>(method: Method, path: string, options: CallOptions<Data> = {}): Promise<Data> {
  const { data } = await ask(method, path, options);
  return read(data, options.schema);
}

/**
 * Like `callApi`, for paginated lists.
 * @throws ApiFailure
 */
export async function callApiPage<Items>(
  path: string,
  options: CallOptions<Items> = {},
): Promise<{ items: Items; pagination: Pagination }> {
  const { data, pagination } = await ask('GET', path, options);
  return { items: read(data, options.schema), pagination: pagination as Pagination };
}

function read<Data>(data: unknown, schema: Parser<Data> | undefined): Data {
  return schema ? schema.parse(data) : (data as Data);
}

async function ask(method: Method, path: string, options: CallOptions): Promise<Answer> {
  return answerOf(await send(method, path, options));
}

/** Reads an answer of the API. @throws ApiFailure */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text().catch((cause: unknown) => {
    throw unanswered(cause);
  });
  const body = parseJson(text) as Answer | null | undefined;
  if (response.ok && body?.success !== false) return body ?? {};
  throw refusal(response, text, body ?? undefined);
}

async function send(
  method: Method,
  path: string,
  { body: typed, query, token, headers, honeypot, timeoutMs, signal }: CallOptions,
): Promise<Response> {
  const body = honeypot ? { ...(typed as object), ...(await honeypotFields()) } : typed;
  const isForm = body instanceof FormData;
  const request: RequestInit = {
    method,
    signal: timeoutSignal(timeoutMs ?? TIMEOUT_MS, signal),
    headers: {
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  if (body !== undefined) request.body = isForm ? body : JSON.stringify(body);
  try {
    return await fetch(`/api${path}${queryString(query)}`, request);
  } catch (cause) {
    // Aborted by the caller: rethrown as it is.
    if (signal?.aborted) throw cause;
    throw unanswered(cause);
  }
}

/**
 * Tells people from programs: the value of the honeypot field, and how long the page has been open. The field is emptied, so that
 * a browser extension that fills in everything fails only once. A form ready too early is sent after a moment instead of refused.
 */
async function honeypotFields(): Promise<{ remark: string; filledInMs: number }> {
  // Waits again if the timer fired early: browsers round delays down to whole milliseconds.
  for (let early = untilSlowEnough(); early > 0; early = untilSlowEnough())
    await new Promise((passed) => setTimeout(passed, early));
  const { document } = globalThis as { document?: Document };
  const trap =
    document?.querySelector<HTMLInputElement>('dialog[open] [name="remark"]') ??
    document?.querySelector<HTMLInputElement>('main [name="remark"]');
  const remark = trap?.value ?? '';
  if (trap) trap.value = '';
  return { remark, filledInMs: Math.floor(performance.now()) };
}

function untilSlowEnough(): number {
  return Math.ceil(MIN_FILL_MS - performance.now());
}

/** The failure of a call without an answer. A `TimeoutError` means it came too late; older browsers call it `AbortError`. */
export function unanswered(cause: unknown): ApiFailure {
  const late = cause instanceof DOMException && /^(Timeout|Abort)Error$/.test(cause.name);
  const message = late ? 'The shop is taking too long to answer.' : 'We cannot reach the shop.';
  return new ApiFailure(
    0,
    late ? 'timeout' : 'unreachable',
    `${message} Please check your connection and try again.`,
    [],
    undefined,
    cause,
  );
}

function queryString(query: CallOptions['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

/** The server's message, error, plain text or status, followed by its field errors. */
function refusal(response: Response, text: string, body: Answer | undefined): ApiFailure {
  const errors = Array.isArray(body?.errors) ? body.errors.map(fieldError) : [];
  const plain = body || response.headers.get('Content-Type')?.includes('html') ? '' : text.trim();
  const message = body?.message || body?.error || plain || `HTTP error! status: ${response.status}`;
  const entries = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return new ApiFailure(
    response.status,
    body?.code ?? 'unknown',
    entries ? `${message}: ${entries}` : message,
    errors,
    body?.details,
  );
}

function fieldError(entry: string | ErrorEntry): FieldError {
  if (typeof entry === 'string') return { path: '', message: entry };
  return { path: entry.path ?? entry.param ?? entry.field ?? '', message: entry.message ?? entry.msg ?? '' };
}
