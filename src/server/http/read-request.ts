import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { FieldError } from '#domain/failures.ts';
import { atMost, UNUSABLE_CHARACTERS } from '#domain/text.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { largestBody } from './largest-body.ts';
import type { Signature } from './operation.ts';

const MAX_FIELD_ERRORS = 50;

/**
 * Reads a JSON body as large as its schema needs, which `check` validates.
 * @throws ApiError `unsupported_media_type`, `body_too_large`, `unreadable_body`, `validation_failed`
 */
export async function readBody(request: Request, schema: z.ZodType): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type');
  return parseJson(await readText(request, schema));
}

/**
 * Reads and validates a signed JSON body. Its schema has to take out of texts what Postgres cannot store.
 * @throws ApiError `wrong_signature`, `body_too_large`, `unreadable_body`, `validation_failed`
 */
export async function readSignedBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { header, maxBytes, isRight }: Signature,
): Promise<z.output<Schema>> {
  const signature = request.headers.get(header);
  if (!signature) throw new ApiError('wrong_signature');
  const bytes = await readBytes(request, maxBytes);
  if (!isRight(bytes, signature)) throw new ApiError('wrong_signature');
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw unreadable(cause);
  }
  return check(schema, sent);
}

/**
 * Reads and validates an HTML form. The last of several fields with one name counts.
 * @throws ApiError `unsupported_media_type`, `body_too_large`, `unreadable_body`, `validation_failed`
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  incomplete?: string,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupported_media_type', { message: 'Send the form as application/x-www-form-urlencoded' });
  }
  const fields = Object.fromEntries(new URLSearchParams(await readText(request, schema)));
  assertStorable(fields);
  return check(schema, fields, incomplete);
}

/** Characters of an address: a list with every filter chosen has a third of it. */
const MAX_URL = 8 * 1024;

/** The address of a request. @throws ApiError `url_too_long` */
export function urlOf({ url }: Request): URL {
  if (url.length > MAX_URL) throw new ApiError('url_too_long');
  return new URL(url);
}

/**
 * Validates a query string. Of several parameters with one name the last one counts, unless the schema has a list there.
 * @throws ApiError `validation_failed`
 */
export function readQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const lists = listsOf(schema).filter((name) => url.searchParams.has(name));
  const parameters: Record<string, unknown> = Object.fromEntries(url.searchParams);
  for (const name of lists) parameters[name] = url.searchParams.getAll(name);
  assertStorable(parameters);
  return check(schema, parameters);
}

/** The names of the parameters that may be repeated. */
function listsOf(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const isList = (field: unknown): boolean =>
    field instanceof z.ZodArray || (field instanceof z.ZodOptional && isList(field.unwrap()));
  return Object.keys(schema.shape).filter((name) => isList(schema.shape[name]));
}

/** Characters of a part of a path: the longest is what somebody searched for. */
export const MAX_PARAM = 200;

/** Checks the parameters of a path. @throws ApiError `validation_failed` for what is too long, and for text that Postgres cannot store */
export function readParams(params: Record<string, string>): Record<string, string> {
  const long = Object.keys(params).filter((name) => (params[name] ?? '').length > MAX_PARAM);
  if (long.length > 0) throw invalid(long.map((path) => ({ path, message: atMost(MAX_PARAM) })));
  assertStorable(params);
  return params;
}

/** The `Idempotency-Key`, or null. @throws ApiError `validation_failed` unless it has 8–200 visible characters */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'Use 8 to 200 visible characters' }]);
  }
  return key;
}

/** The browser's own id (`X-Device`) as a hash, or null. It proves nothing: a browser may send none, or another one each time. */
export function readDevice(request: Request): string | null {
  const device = request.headers.get('x-device') ?? '';
  return /^[\w-]{8,64}$/.test(device) ? createHash('sha256').update(device).digest('base64url') : null;
}

/** Reads a body of limited size. @throws ApiError `body_too_large` as soon as it is longer */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLong(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request.body)) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLong(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A phone that changes networks pauses for a few seconds. */
const MAX_PAUSE_MS = 15_000;

/** A body's chunks. @throws ApiError `body_too_slow` after a long pause, `body_cut_off` */
async function* chunksOf(body: Request['body']): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { promise: pause, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new ApiError('body_too_slow')), MAX_PAUSE_MS);
      const read = reader.read().catch((cause: unknown) => {
        throw new ApiError('body_cut_off', { cause });
      });
      const { done, value } = await Promise.race([read, pause]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    // After an error the rest is not read.
    reader.cancel().catch(() => {});
  }
}

async function readText(request: Request, schema: z.ZodType): Promise<string> {
  const bytes = await readBytes(request, largestBody(schema));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Lists and objects in each other. No request of ours has half as many; a hundred thousand take megabytes, parsed. */
const MAX_DEPTH = 16;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else isInText = sign !== '"';
    } else if (sign === '"') isInText = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new ApiError('unreadable_body', { message: 'The body is nested too deeply' });
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
  assertStorable(sent);
  return sent;
}

/** Postgres stores neither zero bytes nor halves of a surrogate pair. @throws ApiError `validation_failed` naming each field with one */
function assertStorable(sent: unknown): void {
  const errors: FieldError[] = [];
  const remaining = [{ path: '', value: sent }];
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      errors.push({ path: path.slice(0, 200), message: UNUSABLE_CHARACTERS });
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, field] of Object.entries(value)) remaining.push({ path: path ? `${path}.${name}` : name, value: field });
  }
  if (errors.length > 0) throw invalid(errors.reverse().slice(0, MAX_FIELD_ERRORS));
}

/** Validates a value. `incomplete` is the message when a required field is missing. @throws ApiError `validation_failed` */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, incomplete?: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_FIELD_ERRORS);
  throw invalid(issues.map(fieldErrorOf), issues.some(isMissing) ? incomplete : undefined);
}

function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  // Our own messages win over zod's.
  const missing = issue.code === 'invalid_type' && /received (undefined|null)$/.test(issue.message);
  return { path: issue.path.join('.'), message: missing ? 'Required' : issue.message };
}

/** Whether a field is left out or empty. Gaps inside lists have messages of their own. */
function isMissing({ input, message, path }: z.core.$ZodIssue): boolean {
  if (path.length > 1) return false;
  return (
    input === undefined ||
    input === null ||
    input === '' ||
    (Array.isArray(input) && input.length === 0) ||
    message === 'Required'
  );
}

function tooLong(maxBytes: number): ApiError {
  return new ApiError('body_too_large', { message: `The body may have at most ${maxBytes / 1024} KB` });
}

function unreadable(cause: unknown): ApiError {
  return new ApiError('unreadable_body', { cause });
}
