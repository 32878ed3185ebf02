import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Controller, type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import { Field } from '#components/Field.tsx';
import { isMasked } from '#domain/masked.ts';
import { fromShopClock, toShopClock } from './formats.ts';
import { type Option, Select } from './Select.tsx';

interface Common<Typed extends FieldValues> {
  name: FieldPath<Typed>;
  label: string;
  hint?: ReactNode;
  className?: string;
}

/** The error of a field of the form around; undefined when there is none. */
export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext();
  const fieldError: { message?: string } | undefined = get(formState.errors, name);
  return fieldError?.message;
}

// Without `maxLength`: browsers cut what is pasted without a word. The schema says how long a text may be, and the whole text stays.
type InputProps = Omit<ComponentProps<'input'>, 'name' | 'className' | 'maxLength'>;

const HIDDEN = 'Hidden from your role, and stays as it is';

/** Whether a field of the form around holds what the role does not see, or only in part: it is shown, and stays as it is. */
function useIsMasked(name: string): boolean {
  const { formState } = useFormContext();
  const before: unknown = get(formState.defaultValues, name);
  return typeof before === 'string' && isMasked(before);
}

/** A line of text in the form around. An empty one is an empty text. */
export function TextField<Typed extends FieldValues>({ name, label, hint, className, ...input }: Common<Typed> & InputProps) {
  const { register } = useFormContext<Typed>();
  const isHidden = useIsMasked(name);
  return (
    <Field
      label={label}
      hint={isHidden ? HIDDEN : (hint as string | undefined)}
      error={useFieldError(name)}
      className={className ?? ''}
    >
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          {...register(name)}
          readOnly={isHidden || input.readOnly}
          className="field"
        />
      )}
    </Field>
  );
}

/** A number in the form around. An empty box is no number: undefined, or what `empty` says. */
export function NumberField<Typed extends FieldValues>({
  name,
  label,
  hint,
  className,
  empty,
  ...input
}: Common<Typed> & InputProps & { empty?: number | null }) {
  const { register } = useFormContext<Typed>();
  const box = useRef<HTMLInputElement>(null);
  // Text that is no number is left for the schema to reject. The browser says that such a box is empty, which would save nothing in its place.
  const setValueAs = (typed: unknown) => {
    if (box.current?.validity.badInput) return NaN;
    if (typed === '' || typed === undefined || typed === null) return empty;
    return Number.isNaN(Number(typed)) ? typed : Number(typed);
  };
  const { ref, ...field } = register(name, { setValueAs });
  return (
    <Field label={label} hint={hint as string | undefined} error={useFieldError(name)} className={className ?? ''}>
      {(control) => (
        <input
          type="number"
          inputMode="decimal"
          step="any"
          autoComplete="off"
          {...input}
          {...control}
          {...field}
          ref={(input) => {
            box.current = input;
            ref(input);
          }}
          className="field tabular-nums"
        />
      )}
    </Field>
  );
}

/** A day in the form around. An empty box is null. */
export function DateField<Typed extends FieldValues>({ name, label, hint, className, ...input }: Common<Typed> & InputProps) {
  const { register } = useFormContext<Typed>();
  const setValueAs = (typed: unknown) => typed || null;
  return (
    <Field label={label} hint={hint as string | undefined} error={useFieldError(name)} className={className ?? ''}>
      {(control) => <input type="date" {...input} {...control} {...register(name, { setValueAs })} className="field" />}
    </Field>
  );
}

/** A moment in the form around, typed on the shop's clock. An empty box is null. */
export function MomentField<Typed extends FieldValues>({ name, label, hint, className }: Common<Typed>) {
  const { control: form } = useFormContext<Typed>();
  return (
    <Field label={label} hint={hint as string | undefined} error={useFieldError(name)} className={className ?? ''}>
      {(control) => (
        <Controller
          control={form}
          name={name}
          render={({ field: { value, onChange, ...field } }) => (
            <input
              type="datetime-local"
              {...control}
              {...field}
              value={value ? toShopClock(value) : ''}
              onChange={({ target }) => onChange(fromShopClock(target.value))}
              className="field"
            />
          )}
        />
      )}
    </Field>
  );
}

/** Text of several lines in the form around. */
export function AreaField<Typed extends FieldValues>({
  name,
  label,
  hint,
  className,
  rows = 3,
  ...area
}: Common<Typed> & Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'maxLength'>) {
  const { register } = useFormContext<Typed>();
  const isHidden = useIsMasked(name);
  return (
    <Field
      label={label}
      hint={isHidden ? HIDDEN : (hint as string | undefined)}
      error={useFieldError(name)}
      className={className ?? ''}
    >
      {(control) => (
        <textarea {...area} {...control} {...register(name)} readOnly={isHidden || area.readOnly} rows={rows} className="field" />
      )}
    </Field>
  );
}

/** One of a few values in the form around. */
export function SelectField<Typed extends FieldValues>({
  name,
  label,
  hint,
  className,
  options,
  placeholder = '',
}: Common<Typed> & { options: Option[]; placeholder?: string }) {
  const { control: form } = useFormContext<Typed>();
  return (
    <Field label={label} hint={hint as string | undefined} error={useFieldError(name)} className={className ?? ''}>
      {(control) => (
        <Controller
          control={form}
          name={name}
          render={({ field }) => (
            <Select
              {...control}
              value={field.value ?? ''}
              options={options}
              placeholder={placeholder}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </Field>
  );
}

/** Yes or no in the form around. */
export function CheckField<Typed extends FieldValues>({ name, label, hint, className = '' }: Common<Typed>) {
  const { register } = useFormContext<Typed>();
  return (
    <label className={`flex min-h-11 items-center gap-3 ${className}`}>
      <input type="checkbox" {...register(name)} className="checkbox" />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
