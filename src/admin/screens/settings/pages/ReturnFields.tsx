import { useController } from 'react-hook-form';
import { CheckField, useFieldError } from '#admin/kit/fields.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { RETURN_KINDS, RETURN_OUTCOMES, returnKindLabels, returnOutcomeLabels } from '#domain/returns/choices.ts';
import type { SettingsFields } from './settings-api.ts';
import { SETTINGS } from './settings-pages.ts';

/** What may come back, on which terms: the policy that customers read on the page of their order. */
export function ReturnFields() {
  return (
    <div className="space-y-6">
      <Choices
        name="returns.outcomes"
        label="Customers may ask for *"
        choices={RETURN_OUTCOMES.map((value) => ({ value, label: returnOutcomeLabels[value] }))}
      />
      <Choices
        name="returns.evidence"
        label="A photo is needed for"
        choices={RETURN_KINDS.map((value) => ({ value, label: returnKindLabels[value] }))}
      />
      <Choices
        name="returns.shopPays"
        label="The shop pays for sending back"
        hint="The customer pays for the others."
        choices={RETURN_KINDS.map((value) => ({ value, label: returnKindLabels[value] }))}
      />
      <CheckField<SettingsFields>
        name="returns.excludesReduced"
        label="Reduced pieces are taken back only with a claim"
        hint="What was bought at its full price stays returnable."
      />
      <p className="text-sm text-ink-soft">
        Changes hold for orders that arrive from now on; earlier ones keep what they were promised. For how many days:{' '}
        <Link href={`${SETTINGS}/delivery`} className="underline underline-offset-4">
          Delivery and returns
        </Link>
        . Pieces that are never taken back, such as earrings for hygiene, say so on their product or category.
      </p>
    </div>
  );
}

interface ChoicesProps {
  name: 'returns.outcomes' | 'returns.evidence' | 'returns.shopPays';
  label: string;
  hint?: string;
  choices: { value: string; label: string }[];
}

/** Several of a few choices, in their own order however they are pressed. */
function Choices({ name, label, hint, choices }: ChoicesProps) {
  const { field } = useController<SettingsFields>({ name });
  const error = useFieldError(name);
  const chosen = (field.value ?? []) as string[];
  const note = `${name}-note`;
  return (
    <fieldset aria-describedby={error || hint ? note : undefined}>
      <legend className="field-label">{label}</legend>
      <p id={note} className={`text-sm empty:hidden ${error ? 'text-danger' : 'text-muted'}`}>
        {error || hint}
      </p>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(({ value, label: text }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                field.onChange(
                  choices.map((one) => one.value).filter((one) => (one === value ? target.checked : chosen.includes(one))),
                )
              }
              onBlur={field.onBlur}
              className="checkbox"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
