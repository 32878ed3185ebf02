import { MayButton } from '#admin/kit/may.tsx';
import { Field } from '#components/Field.tsx';
import type { OrderDraft } from './order-draft.ts';

const WAYS = { nothing: 'None', code: 'Code', sum: 'Sum off' };

interface Props {
  off: OrderDraft['off'];
  problems: Record<string, string>;
  /** Why the code takes nothing off; null while it does, or nobody has asked. */
  codeProblem: string | null;
  onChange: (change: Partial<OrderDraft['off']>) => void;
  /** The code is typed to its end. */
  onCode: () => void;
}

/** What is taken off the order: nothing, by a code, or a sum for a reason. What was typed for another way stays. */
export function DiscountFields({ off, problems, codeProblem, onChange, onCode }: Props) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="field-label">Discount</legend>
        {(['nothing', 'code', 'sum'] as const).map((way) => (
          <MayButton
            right={way === 'sum' ? 'discount_orders' : undefined}
            key={way}
            aria-pressed={way === off.by}
            onClick={() => onChange({ by: way })}
            className="choice"
          >
            {WAYS[way]}
          </MayButton>
        ))}
      </fieldset>
      {off.by === 'code' && (
        <Field label="Code" hint="Capitals and hyphens do not matter" error={codeProblem ?? problems.code} className="mt-3">
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={off.code}
              onChange={({ target }) => onChange({ code: target.value })}
              onBlur={onCode}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                onCode();
              }}
              className="field"
            />
          )}
        </Field>
      )}
      {off.by === 'sum' && (
        <div className="mt-3 grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Field label="Rupees off" error={problems['discount.amount']}>
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                value={off.amount}
                onChange={({ target }) => onChange({ amount: target.value })}
                className="field tabular-nums"
              />
            )}
          </Field>
          <Field label="Why" error={problems['discount.reason']}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                dir="auto"
                placeholder="The box was dented"
                value={off.reason}
                onChange={({ target }) => onChange({ reason: target.value })}
                className="field"
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
