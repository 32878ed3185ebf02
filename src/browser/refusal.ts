import type { ApiFailure } from './api.ts';

/** Why the server refused a form: errors at its fields, and the message below them. */
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

/** Focuses the first field of a form that has an error. False when none has. */
export function focusFirst(form: HTMLFormElement | null, fieldErrors: object): boolean {
  const field = [...(form?.elements ?? [])].find((control) => (control as HTMLInputElement).name in fieldErrors);
  (field as HTMLInputElement | undefined)?.focus();
  return field !== undefined;
}
