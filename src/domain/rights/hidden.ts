import * as z from 'zod';
import { DOTS } from '#domain/masked.ts';
import type { Right } from './rights.ts';

interface Hidden {
  right: Right;
  /** What whoever lacks the right gets instead. Empty values stay as they are. */
  mask: ((value: unknown) => unknown) | MaskedText;
}

/** Texts that only lose what is hidden in them: words, transaction numbers, refusals. The server reads them; browsers, which share the schema, need not. */
export type MaskedText = 'words' | 'reference' | 'refusal';

/** Fields of answers that only some of the staff see. The API masks them wherever they stand, before an answer leaves. */
export const hiddenFields = z.registry<Hidden>();

/** A field that staff without a right get masked. Shoppers, who read their own, get it as it is. */
export function hidden<Schema extends z.ZodType>(field: Schema, right: Right, mask: Hidden['mask']): Schema {
  const own = field.clone();
  hiddenFields.add(own, { right, mask });
  return own;
}

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
export const hiddenSum = <Schema extends z.ZodType>(field: Schema): Schema => hiddenRupees(field, 'see_sums');

/** What the shop made or couriers took in all its time, or over a time: for whoever reads reports, and `null` for others, who see what each order comes to. */
export const hiddenRevenue = <Schema extends z.ZodType>(field: Schema): Schema => hiddenRupees(field, 'see_reports');

function hiddenRupees<Schema extends z.ZodType>(field: Schema, right: Right): Schema {
  // Without it, who reads a hidden sum would take it for nought. Other fields know null themselves.
  const readable = field instanceof z.ZodNumber ? (field.nullable() as unknown as Schema) : field;
  return hidden(readable, right, () => null);
}

/**
 * Words that somebody typed: a customer, a colleague, a bank. Phones, e-mail addresses and account numbers in them are hidden, whatever the words are about.
 * A name or an address nobody can tell from other words (docs/decisions/business/0129-rights-belong-to-effects.md).
 */
export const hiddenInWords = <Schema extends z.ZodType>(field: Schema) => hidden(field, 'see_contacts', 'words');

/** A transaction number, or what a bank wrote: the same, but long numbers stay that are no phone and no IBAN, since they are what is compared. */
export const hiddenInReference = <Schema extends z.ZodType>(field: Schema) => hidden(field, 'see_contacts', 'reference');

/** What a refusal says, in words or in details: the rupees in it are hidden. */
export const hiddenInRefusal = <Schema extends z.ZodType>(field: Schema) => hidden(field, 'see_sums', 'refusal');

/** Fields of a row that a log keeps as they were and as they are, whatever row it was. What is hidden stands in dots: null says that there was nothing. */
export function hiddenInRow(fields: Partial<Record<Right, readonly string[]>>, words: readonly string[] = []) {
  const dotted = Object.entries(fields).flatMap(([right, names]) =>
    names.map((name) => [name, hidden(z.unknown(), right as Right, () => DOTS).optional()] as const),
  );
  const typed = words.map((name) => [name, hiddenInWords(z.unknown()).optional()] as const);
  return z.looseObject(Object.fromEntries([...dotted, ...typed]));
}

export function isHiddenSum(sum: unknown): boolean {
  return sum === null;
}
