import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import { COLUMN_ROLES, type ColumnRole, type StatementTable } from '#domain/payments/statement-file.ts';

/** Banks whose columns are remembered: the last ones that were added. */
const MOST_BANKS = 20;

/** What the columns of each bank's statement hold, as it was said when one was last added on this device. */
export const $knownColumns = safePersistentAtom<Record<string, ColumnRole[]>>('admin.statement-columns', {}, readKnown);

/** Names a bank by how its statements look: by their headings, or without any by what their columns seem to hold. */
function bankOf({ headings, roles }: StatementTable): string {
  return headings.some(Boolean)
    ? headings.map((heading) => heading.trim().toLowerCase()).join('|')
    : `${roles.length}:${roles.join('|')}`;
}

/** A statement as it was read, with what is known of this bank's columns. */
export function withKnownColumns(table: StatementTable): StatementTable {
  const known = $knownColumns.get()[bankOf(table)];
  return known?.length === table.roles.length ? { ...table, roles: known } : table;
}

/** Remembers what the columns hold. Takes the statement as it was read, before anybody corrected it, and what was said of its columns. */
export function rememberColumns(read: StatementTable, roles: ColumnRole[]): void {
  const { [bankOf(read)]: _, ...others } = $knownColumns.get();
  $knownColumns.set(Object.fromEntries([...Object.entries(others), [bankOf(read), roles]].slice(-MOST_BANKS)));
}

function readKnown(found: unknown): Record<string, ColumnRole[]> {
  const isRoles = (roles: unknown): roles is ColumnRole[] =>
    Array.isArray(roles) && roles.every((role) => (COLUMN_ROLES as readonly unknown[]).includes(role));
  return Object.fromEntries(
    Object.entries(asRecord(found)).filter((entry): entry is [string, ColumnRole[]] => isRoles(entry[1])),
  );
}
