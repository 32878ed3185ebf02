import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { ApiError, invalid } from '#server/errors.ts';
import type { FieldError } from '#shared/schemas/common.ts';
import { UNUSABLE_CHARACTERS } from '#shared/typed-text.ts';

/** Orders, products and messages are a few kilobytes; what is far beyond that is not one of them. */
const LONGEST_BODY = 256 * 1024;

const MAX_COMPLAINTS = 50;

/**
 * Reads and checks a JSON body. Takes what to say when a required field is missing, where the general sentence will not do.
 * @throws ApiError 415 for another type, 413 when too long, 400 when it cannot be read, 422 when the schema refuses it
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  incomplete?: string,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type');
  return check(schema, parseJson(await readText(request)), incomplete);
}

/**
 * Reads and checks what a form without script sends. Of a field given twice the last one counts.
 * @throws ApiError 415 for another type, 413 when too long, 400 when it cannot be read, 422 when the schema refuses it
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
  const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
  assertStorable(fields);
  return check(schema, fields, incomplete);
}

/** Checks a query string. Of a parameter given twice the last one counts. @throws ApiError 422 */
export function readQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const parameters = Object.fromEntries(url.searchParams);
  assertStorable(parameters);
  return check(schema, parameters);
}

/** Gives back what the path names. @throws ApiError 422 when the database could not even look for it */
export function readParams(params: Record<string, string>): Record<string, string> {
  assertStorable(params);
  return params;
}

/** The `Idempotency-Key`, or null without one. @throws ApiError 422 when it is not 8–200 visible characters */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'Use 8 to 200 visible characters' }]);
  }
  return key;
}

/** What the browser calls itself (`X-Device`), as a hash. It is anybody's word: whoever names none, or another, is only not known. */
export function readDevice(request: Request): string | null {
  const device = request.headers.get('x-device') ?? '';
  return /^[\w-]{8,64}$/.test(device) ? createHash('sha256').update(device).digest('base64url') : null;
}

/** A body's bytes, no more than so many. @throws ApiError 413 as soon as there are more */
export async function readBytes(request: Request, most: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLong(most);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of inTime(request.body)) {
    length += chunk.byteLength;
    if (length > most) throw tooLong(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How long a body may pause: a phone that changes its network takes a few seconds. */
const LONGEST_PAUSE_MS = 15_000;

/** The parts of a body as they come. @throws ApiError 408 when nothing comes for long, 400 when it was cut off */
async function* inTime(body: Request['body']): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { promise: pause, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new ApiError('body_too_slow')), LONGEST_PAUSE_MS);
      const read = reader.read().catch((cause: unknown) => {
        throw new ApiError('body_cut_off', { cause });
      });
      const { done, value } = await Promise.race([read, pause]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever still sends is not listened to.
    reader.cancel().catch(() => {});
  }
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, LONGEST_BODY);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function parseJson(text: string): unknown {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
  assertStorable(sent);
  return sent;
}

/** Postgres keeps neither zero bytes nor halves of a surrogate pair. @throws ApiError 422 that names each field with one */
function assertStorable(sent: unknown): void {
  const errors: FieldError[] = [];
  // A list of what is left to look at: what was sent may be nested deeper than calls can be.
  const left = [{ path: '', value: sent }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      errors.push({ path: path.slice(0, 200), message: UNUSABLE_CHARACTERS });
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, field] of Object.entries(value)) left.push({ path: path ? `${path}.${name}` : name, value: field });
  }
  if (errors.length > 0) throw invalid(errors.reverse().slice(0, MAX_COMPLAINTS));
}

/** A value as its schema has it. Takes what to say when a required field is missing. @throws ApiError 422 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, incomplete?: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MAX_COMPLAINTS);
  throw invalid(issues.map(fieldErrorOf), issues.some(isMissing) ? incomplete : undefined);
}

function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  // A schema's own sentence beats ours, ours beats zod's.
  const missing = issue.code === 'invalid_type' && /received (undefined|null)$/.test(issue.message);
  return { path: issue.path.join('.'), message: missing ? 'Required' : issue.message };
}

/** A field left out, null or empty; or what the schema itself calls missing. What lacks inside of a list has its own complaint. */
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

function tooLong(most: number): ApiError {
  return new ApiError('body_too_large', { message: `The body may have at most ${most / 1024} KB` });
}

function unreadable(cause: unknown): ApiError {
  return new ApiError('unreadable_body', { cause });
}
