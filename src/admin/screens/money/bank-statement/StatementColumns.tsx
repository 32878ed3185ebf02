import { Select } from '#admin/kit/Select.tsx';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { Field } from '#components/Field.tsx';
import type { ColumnRole, StatementTable } from '#domain/payments/statement-file.ts';

const ROLES: { value: ColumnRole; label: string }[] = [
  { value: 'date', label: 'Date' },
  { value: 'amount', label: 'Amount' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
  { value: 'text', label: 'Reference' },
  { value: 'balance', label: 'Balance' },
  { value: 'ignored', label: 'Left out' },
];

/** What each column holds, as it was guessed, to be corrected. */
export function StatementColumns({ table, onChange }: { table: StatementTable; onChange: (roles: ColumnRole[]) => void }) {
  const { headings, rows, roles } = table;
  const named = roles.map((role, column) => ({ role, column, label: headings[column] || `Column ${column + 1}` }));
  const columns = withUniqueKeys(named, ({ label }) => label);
  return (
    <fieldset>
      <legend className="mb-2 font-medium">What the columns hold</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        {columns.map(({ key, item: { label, role, column } }) => (
          <Field key={key} label={label} hint={exampleOf(rows, column)}>
            {(control) => (
              <Select
                {...control}
                value={role}
                options={ROLES}
                onChange={(chosen) => onChange(roles.map((other, place) => (place === column ? (chosen as ColumnRole) : other)))}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

/** The first cell that has something in it. */
function exampleOf(rows: string[][], column: number): string {
  const example = rows.map((row) => row[column]).find(Boolean) ?? '';
  return example ? `As in: ${example.length > 40 ? `${example.slice(0, 40)}…` : example}` : 'Empty';
}
