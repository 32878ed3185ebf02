import * as z from 'zod';
import { failure } from '#domain/failures.ts';
import { PHONE_IN_PAKISTAN, withoutContacts } from '#domain/rights/contacts-in-words.ts';
import { hiddenFields, type MaskedText } from '#domain/rights/hidden.ts';
import type { Right } from '#domain/rights/rights.ts';
import { withoutSums } from '#domain/rights/sums-in-words.ts';
import { ApiError } from '#server/errors.ts';

type Masking = (answer: unknown, rights: readonly Right[]) => unknown;

/** An answer as somebody with these rights may see it. What they may not is masked as its field says; the answer itself stays as it was. */
export function masked(schema: z.ZodType, answer: unknown, rights: readonly Right[]): unknown {
  const mask = maskingOf(schema);
  return mask ? mask(answer, rights) : answer;
}

/** A refusal as somebody with these rights may read it. */
export function maskedFailure(refused: ApiError, rights: readonly Right[]): ApiError {
  const { code, headers, cause } = refused;
  const { message, errors, details } = masked(failure, refused, rights) as ApiError;
  return new ApiError(code, { message, errors, details, headers, cause });
}

/** Whether answers of a schema say something of people or money that not everybody on the staff sees. */
export function hidesSomething(schema: z.ZodType): boolean {
  return maskingOf(schema) !== undefined;
}

const maskings = new WeakMap<z.core.$ZodType, { mask: Masking | undefined }>();

/** How answers of a schema are masked; undefined for one that hides nothing. Made once for each schema. */
function maskingOf(schema: z.core.$ZodType): Masking | undefined {
  const made = maskings.get(schema) ?? { mask: makeMasking(schema) };
  maskings.set(schema, made);
  return made.mask;
}

const TEXTS: Record<MaskedText, (value: unknown) => unknown> = {
  words: (words) => withoutContacts(String(words)),
  reference: (words) => withoutContacts(String(words), PHONE_IN_PAKISTAN),
  refusal: withoutSums,
};

function makeMasking(schema: z.core.$ZodType): Masking | undefined {
  const hides = hiddenFields.get(schema as z.ZodType);
  if (hides) {
    const mask = typeof hides.mask === 'string' ? TEXTS[hides.mask] : hides.mask;
    return (value, rights) => (isEmpty(value) || rights.includes(hides.right) ? value : mask(value));
  }
  if (schema instanceof z.ZodObject) return objectMasking(schema);
  if (schema instanceof z.ZodArray) {
    const mask = maskingOf(schema.element);
    return mask && ((answer, rights) => (answer as unknown[]).map((each) => mask(each, rights)));
  }
  if (schema instanceof z.ZodPipe) return maskingOf(schema.out) ?? maskingOf(schema.in);
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  const mask = innerType && maskingOf(innerType);
  return mask && ((answer, rights) => (isEmpty(answer) ? answer : mask(answer, rights)));
}

function objectMasking(schema: z.ZodObject): Masking | undefined {
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const mask = maskingOf(field);
    return mask ? [{ name, mask }] : [];
  });
  if (fields.length === 0) return undefined;
  return (answer, rights) => {
    const record = answer as Record<string, unknown>;
    const shown = { ...record };
    for (const { name, mask } of fields) if (name in record) shown[name] = mask(record[name], rights);
    return shown;
  };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
