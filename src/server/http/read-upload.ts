import type * as z from 'zod';
import { ApiError } from '#server/errors.ts';
import { check, readBytes } from './read-request.ts';

/** Netlify's limit for a function. */
const MAX_FORM = 6 * 1024 * 1024;

/**
 * Reads and validates a form with one `file`, or with a list of `files`.
 * @throws ApiError `unsupported_media_type`, `body_too_large`, `unreadable_body`, `validation_failed`
 */
export async function readUpload<Schema extends z.ZodType>(
  request: Request,
  field: 'file' | 'files',
  schema: Schema,
  incomplete?: string,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new ApiError('unsupported_media_type', { message: 'Send the body as multipart/form-data' });
  }
  const form = await parseForm(await readBytes(request, MAX_FORM), type);
  // Browsers send an empty file field as a nameless, empty file, and an empty text field as an empty text.
  const chosen = form.getAll(field).filter((value) => typeof value === 'string' || value.name !== '' || value.size > 0);
  const texts = [...form].filter(([name, value]) => name !== field && typeof value === 'string' && value !== '');
  const files = field === 'file' && chosen.length < 2 ? chosen[0] : chosen;
  return check(schema, { ...Object.fromEntries(texts), [field]: files }, incomplete);
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new ApiError('unreadable_body', { message: 'The body is not a valid form', cause });
  }
}
