import * as z from 'zod';
import type { Right } from './rights.ts';

interface Hidden {
  right: Right;
  /** What whoever lacks the right gets instead. Empty values stay as they are. */
  mask(value: unknown): unknown;
}

/** Fields of answers that only some of the staff see. The API masks them wherever they stand, before an answer leaves. */
export const hiddenFields = z.registry<Hidden>();

/** A field that staff without a right get masked. Shoppers, who read their own, get it as it is. */
export function hidden<Schema extends z.ZodType>(field: Schema, right: Right, mask: Hidden['mask']): Schema {
  const own = field.clone();
  hiddenFields.add(own, { right, mask });
  return own;
}

const DOTS = '•••';

/** A person's name. */
export const hiddenName = <Schema extends z.ZodType>(field: Schema) => hidden(field, 'see_names', () => DOTS);

/** An address, a postal code, an e-mail address. */
export const hiddenContact = <Schema extends z.ZodType>(field: Schema) => hidden(field, 'see_contacts', () => DOTS);

/** A phone: `+92300•••••67`, by which colleagues can still tell two orders apart. */
export const hiddenPhone = <Schema extends z.ZodType>(field: Schema) =>
  hidden(field, 'see_contacts', (phone) => `${String(phone).slice(0, 6)}•••••${String(phone).slice(-2)}`);

/**
 * Rupees, or what is made of them: `null` for whoever may not see them, so that nobody takes a nought for the sum. Typed as the sum all the same,
 * since only some of the back office's screens ever meet one that is hidden: `isHiddenSum` tells them.
 */
export function hiddenSum<Schema extends z.ZodType>(field: Schema): Schema {
  // Without it, who reads a hidden sum would take it for nought. Other fields know null themselves.
  const readable = field instanceof z.ZodNumber ? (field.nullable() as unknown as Schema) : field;
  return hidden(readable, 'see_sums', () => null);
}

export function isHiddenSum(sum: unknown): boolean {
  return sum === null;
}

/** Whether a phone, name or address came masked. */
export function isMasked(text: string | null): boolean {
  return text?.includes(DOTS) ?? false;
}
