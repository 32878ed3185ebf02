import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import { LINE_OUTCOMES, type LineOutcome, type SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import { daysAreUnclear, wordsToExplain } from '#domain/settlements/read-settlement.ts';
import type { SettlementTable } from '#domain/settlements/settlement-table.ts';
import { OUTCOME_LABELS } from './settlement-labels.ts';

const OUTCOMES = LINE_OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LABELS[outcome] }));

const ORDERS = [
  { value: 'day' as const, label: 'Day first: 05/11 is 5 November' },
  { value: 'month' as const, label: 'Month first: 05/11 is 11 May' },
];

interface Props {
  table: SettlementTable;
  mapping: SettlementMapping;
  onChange: (mapping: SettlementMapping) => void;
}

/** Words of the outcome that nobody knows, and days that can be read in two ways. */
export function FileWords({ table, mapping, onChange }: Props) {
  const words = wordsToExplain(table, mapping);
  const isUnclear = daysAreUnclear(table, mapping);
  if (words.length === 0 && !isUnclear) return null;

  const outcomeOf = (word: string) => mapping.words.find((known) => known.word === word)?.outcome ?? ('' as LineOutcome);

  return (
    <div className="mt-5 grid gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-2 lg:grid-cols-3">
      {words.map((word) => (
        <Field key={word} label={`“${word}” means`}>
          {(control) => (
            <Select
              {...control}
              value={outcomeOf(word)}
              placeholder="Choose"
              options={OUTCOMES}
              onChange={(outcome) =>
                onChange({ ...mapping, words: [...mapping.words.filter((known) => known.word !== word), { word, outcome }] })
              }
            />
          )}
        </Field>
      ))}
      {isUnclear && (
        <Field label="Days are written">
          {(control) => (
            <Select
              {...control}
              value={mapping.dayOrder ?? ('' as 'day')}
              placeholder="Choose"
              options={ORDERS}
              onChange={(dayOrder) => onChange({ ...mapping, dayOrder })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
