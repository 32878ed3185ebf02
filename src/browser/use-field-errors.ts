import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { withoutField } from './refusal.ts';

type Errors<Field extends string> = Partial<Record<Field, string | undefined>>;

/** What is wrong with the fields of a form, by their names; how to say it; and the form's `onInput`, which takes it back as soon as the field is changed. */
export function useFieldErrors<Field extends string>(): [
  Errors<Field>,
  Dispatch<SetStateAction<Errors<Field>>>,
  (event: FormEvent<HTMLFormElement>) => void,
] {
  const [errors, setErrors] = useState<Errors<Field>>({});
  return [errors, setErrors, ({ target }) => setErrors((before) => withoutField(before, (target as HTMLInputElement).name))];
}
