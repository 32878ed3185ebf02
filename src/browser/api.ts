import { MIN_FILL_MS } from '#shared/limits.ts';
import type { FieldError } from '#shared/schemas/failures.ts';
import type { Pagination } from '#shared/schemas/lists.ts';
import { parseJson } from './storage.ts';
import { timeoutSignal } from './timeout-signal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How long an answer may take before the caller is told that the shop cannot be reached. */
const TIMEOUT_MS = 20_000;

/** What a body may hold, ours or that of something between us and the server. */
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

/** Anything with a zod-like `parse`; named by shape so that shop pages need no zod. */
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
  /** The body is a form that a person filled in on this page, and says so. */
  byHand?: boolean;
  /** Checks the answer and gives it its type. */
  schema?: Parser<Data>;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A call that did not succeed. `status` 0 means that no answer came: `code` is then `unreachable` or `timeout`. */
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
 * Calls one operation of the API, `path` from after `/api`: `callApi('POST', '/orders', { body })`. Gives the answer's `data`.
 * @throws ApiFailure
 */
export async function callApi<Data = unknown>(method: Method, path: string, options: CallOptions<Data> = {}): Promise<Data> {
  const { data } = await ask(method, path, options);
  return read(data, options.schema);
}

/**
 * As `callApi`, for lists that come in pages.
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

/** What an answer says, however it was fetched. @throws ApiFailure */
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
  { body: typed, query, token, headers, byHand, timeoutMs, signal }: CallOptions,
): Promise<Response> {
  const body = byHand ? { ...(typed as object), ...(await marksOfHand()) } : typed;
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
    // Whoever gave up on the call knows why: an abort stays an abort.
    if (signal?.aborted) throw cause;
    throw unanswered(cause);
  }
}

/**
 * What tells a person from a program: what stands in the field that people do not see (`Trap`), and how long the page has been open. The field is emptied:
 * whoever has an extension that fills in everything is refused once. Nobody is for being quick: what is ready before a hand can have been waits a moment.
 */
async function marksOfHand(): Promise<{ remark: string; filledInMs: number }> {
  const early = MIN_FILL_MS - performance.now();
  if (early > 0) await new Promise((passed) => setTimeout(passed, early));
  const trap = globalThis.document?.querySelector<HTMLInputElement>('main [name="remark"]');
  const remark = trap?.value ?? '';
  if (trap) trap.value = '';
  return { remark, filledInMs: Math.round(performance.now()) };
}

/** The failure of a call that no answer came to. Takes why: a `TimeoutError` says that it came too late, which older browsers call an `AbortError`. */
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

/** The server's message, or its error, or the plain text it sent, or its status; then what it says of single fields. */
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
