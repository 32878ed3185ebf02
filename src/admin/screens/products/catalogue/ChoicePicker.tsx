import Check from 'virtual:icons/check';
import Plus from 'virtual:icons/plus';
import X from 'virtual:icons/x';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { type ChoiceKind, has, withChoice, without, withPreset } from './choices.ts';

interface Props {
  name: 'colors' | 'sizes';
  label: string;
  kind: ChoiceKind;
  /** Shown before a choice: a colour swatch. */
  mark?: (choice: string) => ReactNode;
}

/** The product's colours or sizes: common ones as buttons, others typed. */
export function ChoicePicker({ name, label, kind, mark }: Props) {
  const { field } = useController({ name });
  const chosen: string[] = field.value;
  const complaint = useFieldError(name);
  const [typed, setTyped] = useState('');
  const [ownError, setOwnError] = useState('');
  const id = useId();
  const own = chosen.filter((choice) => !has(kind.predefined, choice));

  function add(choice: string): boolean {
    const result = withChoice(chosen, choice, kind);
    setOwnError('error' in result ? result.error : '');
    if ('chosen' in result) field.onChange(result.chosen);
    return 'chosen' in result;
  }

  function addPreset(choices: string[]) {
    const { chosen: together, error } = withPreset(chosen, choices, kind);
    setOwnError(error);
    field.onChange(together);
  }

  function remove(choice: string) {
    setOwnError('');
    field.onChange(without(chosen, choice));
  }

  function addTyped() {
    if (add(typed)) setTyped('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // Enter adds the choice instead of saving the product
    addTyped();
  }

  return (
    <fieldset className="min-w-0">
      <legend className="field-label">
        {label}{' '}
        <span className="font-normal text-muted tabular-nums">
          {chosen.length} of {kind.max}
        </span>
      </legend>
      {kind.presets.length > 0 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">Add</span>
          {kind.presets.map(({ name, choices }) => (
            <button key={name} type="button" onClick={() => addPreset(choices)} className="btn btn-outline min-h-9 px-3 text-sm">
              {name}
            </button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {kind.predefined.map((choice) => {
          const isChosen = has(chosen, choice);
          return (
            <button
              key={choice}
              type="button"
              aria-pressed={isChosen}
              onClick={() => (isChosen ? remove(choice) : add(choice))}
              className="choice"
            >
              {isChosen ? <Check className="size-4" /> : mark?.(choice)}
              {choice}
            </button>
          );
        })}
        {own.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-label={`Remove ${choice}`}
            onClick={() => remove(choice)}
            className="choice choice-own"
          >
            {mark?.(choice)}
            <span className="min-w-0 break-words">{choice}</span>
            <X className="size-4 shrink-0" />
          </button>
        ))}
      </div>
      <div className="mt-3 flex max-w-md gap-2">
        <input
          aria-label={`Custom ${kind.one}`}
          aria-invalid={ownError !== ''}
          aria-describedby={`${id}-note`}
          placeholder={`Custom ${kind.one}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          className="field"
        />
        <button type="button" onClick={addTyped} aria-label={`Add ${kind.one}`} className="btn btn-outline px-4">
          <Plus className="size-4" />
          Add
        </button>
      </div>
      <p id={`${id}-note`} role="status" className="field-error empty:hidden">
        {ownError || complaint}
      </p>
    </fieldset>
  );
}
