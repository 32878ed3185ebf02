import type { ApiFailure } from './api.ts';

/** Why a form was refused: errors at its fields, and the message below them. */
interface Refusal<Field extends string> {
  text: string;
  fieldErrors: Partial<Record<Field, string>>;
}

/** Assigns the first error of each field to that field. All other errors go into the text. */
export function refusalOf<Field extends string>(
  { errors, message }: Pick<ApiFailure, 'errors' | 'message'>,
  fields: readonly Field[],
): Refusal<Field> {
  const placed = errors.filter(({ path }) => fields.some((field) => field === path));
  const isAllPlaced = errors.length > 0 && placed.length === errors.length;
  return {
    text: isAllPlaced ? 'Please check what is marked above.' : message,
    fieldErrors: Object.fromEntries(placed.reverse().map(({ path, message }) => [path, message])) as Partial<
      Record<Field, string>
    >,
  };
}

/**
 * What is left to say once a field was changed: what was said of it was said of what stood there. The message below goes with the last field that was
 * marked; one that marked no field stays until the form is sent again.
 */
export function afterTyping<Said extends Refusal<string>>(said: Said, field: string): Said {
  if (!(field in said.fieldErrors)) return said;
  const fieldErrors = withoutField(said.fieldErrors, field);
  return { ...said, fieldErrors, text: Object.keys(fieldErrors).length > 0 ? said.text : '' };
}

/** Errors by field, without one of them. */
export function withoutField<Errors extends object>(errors: Errors, field: string): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field)) as Errors;
}

/** Focuses the first field of a form that has an error. False when none has. */
export function focusFirst(form: HTMLFormElement | null, fieldErrors: object): boolean {
  const field = [...(form?.elements ?? [])].find((control) => (control as HTMLInputElement).name in fieldErrors);
  (field as HTMLInputElement | undefined)?.focus();
  return field !== undefined;
}
