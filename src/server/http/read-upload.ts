import type * as z from 'zod';
import { ApiError } from '#server/errors.ts';
import { check, readBytes } from './read-request.ts';

/** What a function on Netlify may be sent. */
const LONGEST_FORM = 6 * 1024 * 1024;

/**
 * Reads and checks a form with files. Takes the field that holds them: `file` for one, `files` for a list.
 * @throws ApiError 415 for another type, 413 when too long, 400 when it cannot be read, 422 when the schema refuses it
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
  const form = await parseForm(await readBytes(request, LONGEST_FORM), type);
  // A browser sends a file field that was left empty as a nameless, empty file, and a text field as an empty text.
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
