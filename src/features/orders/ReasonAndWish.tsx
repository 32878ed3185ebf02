import { Field } from '#components/Field.tsx';
import {
  type ReturnKind,
  type ReturnOutcome,
  type ReturnReason,
  reasonsOf,
  returnReasonLabels,
} from '#domain/returns/choices.ts';
import { OUTCOME_TEXTS } from './return-texts.ts';

interface Props {
  kind: ReturnKind;
  reason: ReturnReason | '';
  onReason: (reason: ReturnReason | '') => void;
  wishes: readonly ReturnOutcome[];
  wish: ReturnOutcome | undefined;
  onWish: (wish: ReturnOutcome | '') => void;
  errors: Partial<Record<string, string>>;
}

/** Why, and what shall become of it where there is a choice. */
export function ReasonAndWish({ kind, reason, onReason, wishes, wish, onWish, errors }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Why?" error={errors['reason']}>
        {(control) => (
          <select
            {...control}
            name="reason"
            value={reason}
            onChange={({ target }) => onReason(target.value as ReturnReason | '')}
            className="field"
          >
            <option value="">Please choose</option>
            {reasonsOf(kind).map((one) => (
              <option key={one} value={one}>
                {returnReasonLabels[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {wishes.length > 1 && (
        <Field label="What would you like?" error={errors['outcome']}>
          {(control) => (
            <select
              {...control}
              name="outcome"
              value={wish ?? ''}
              onChange={({ target }) => onWish(target.value as ReturnOutcome | '')}
              className="field"
            >
              <option value="">Please choose</option>
              {wishes.map((one) => (
                <option key={one} value={one}>
                  {OUTCOME_TEXTS[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
