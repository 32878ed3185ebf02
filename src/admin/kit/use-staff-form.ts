import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { ApiFailure } from '#browser/api.ts';
import type { FieldError } from '#domain/failures.ts';
import { failureText } from './failure-text.ts';

/** A schema whose input is an object of fields. */
type FormSchema<Typed extends FieldValues, Sent> = z.ZodType<Sent, Typed>;

export interface StaffFormOptions<Typed extends FieldValues, Sent> {
  /** The schema of the operation's body, so that the form checks the server's rules before it sends. */
  schema: FormSchema<Typed, Sent>;
  values: DefaultValues<Typed>;
  save: (values: Sent, changed: Partial<Record<keyof Typed, unknown>>) => Promise<unknown>;
  onSaved: () => void;
  /** What to say when the server gives no reason: 'Failed to save product'. */
  failure: string;
  /** What to say above the form when a field is wrong, besides what the field itself says. */
  incomplete?: string | ((errors: FieldErrors<Typed>) => string);
}

export interface StaffForm<Typed extends FieldValues, Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  submit: (event?: { preventDefault?: () => void }) => Promise<void>;
  /** Why it could not be saved; empty when nothing was wrong or it was dismissed. */
  errorText: string;
  setErrorText: (errorText: string) => void;
  /** True when somebody else changed meanwhile what is being edited. */
  isConflict: boolean;
  /** Why the server refused the last attempt to save; null when it did not. */
  refusal: ApiFailure | null;
}

export const CHECK_FIELDS = 'Please check the marked fields.';

/** A form on a schema: checks before it sends, shows the server's errors at their fields, keeps everything typed whatever happens. */
export function useStaffForm<Typed extends FieldValues, Sent>({
  schema,
  values,
  save,
  onSaved,
  failure,
  incomplete = CHECK_FIELDS,
}: StaffFormOptions<Typed, Sent>): StaffForm<Typed, Sent> {
  const [errorText, setErrorText] = useState('');
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  /** Only fields are wrong: the text goes as soon as they are right. */
  const [isInFields, setInFields] = useState(false);
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues: values,
    reValidateMode: 'onChange',
  });
  // Read while rendering: react-hook-form keeps track only of what is looked at.
  const { dirtyFields, errors } = form.formState;
  const isOver = isInFields && Object.keys(errors).length === 0;

  function incompleteText(wrong: FieldErrors<Typed>): string {
    return typeof incomplete === 'string' ? incomplete : incomplete(wrong);
  }

  function showError(error: unknown): void {
    setRefusal(error instanceof ApiFailure ? error : null);
    const fieldErrors = error instanceof ApiFailure ? error.errors : [];
    const rest = fieldErrors.filter((fieldError) => !markField(form, fieldError));
    const isMarked = rest.length < fieldErrors.length;
    setInFields(isMarked && rest.length === 0);
    setErrorText(isMarked ? rest.map(({ message }) => message).join(' ') || incompleteText(errors) : failureText(error, failure));
  }

  const submit = form.handleSubmit(
    async (sent) => {
      setErrorText('');
      setInFields(false);
      setRefusal(null);
      try {
        await save(sent, dirtyFields as Partial<Record<keyof Typed, unknown>>);
        onSaved();
      } catch (error) {
        showError(error);
      }
    },
    (wrong) => {
      setInFields(true);
      setErrorText(incompleteText(wrong));
    },
  );

  return {
    form,
    submit: (event) => submit(event as never),
    errorText: isOver ? '' : errorText,
    setErrorText,
    isConflict: refusal?.code === 'edited_meanwhile',
    refusal,
  };
}

/** Shows an error at its field. False when the form has no such field. */
function markField<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
  { path, message }: FieldError,
): boolean {
  const name = path as FieldPath<Typed>;
  if (form.getValues(name) === undefined) return false;
  form.setError(name, { message }, { shouldFocus: true });
  return true;
}
