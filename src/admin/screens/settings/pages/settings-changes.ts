import { type FieldConflict, findConflicts, isSame } from '#admin/kit/field-conflicts.ts';
import type { Settings } from '#domain/settings/contract.ts';

/** The groups that changed since they were loaded. A group is saved whole. */
export function changedGroups(loaded: Settings, typed: Settings): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(typed).filter(([group, values]) => !isSame(loaded[group as keyof Settings], values)),
  ) as Partial<Settings>;
}

/** The newer values with the typed changes on top, and the fields that both changed. */
export function mergeSettings<Values extends object>(
  loaded: Values,
  theirs: Values,
  typed: Values,
): { merged: Values; conflicts: FieldConflict[] } {
  const [before, newest, mine] = [fieldsOf(loaded), fieldsOf(theirs), fieldsOf(typed)];
  const merged = copyOf(theirs);
  for (const [path, value] of Object.entries(mine)) {
    if (!isSame(before[path], value)) setAt(merged, path, value);
  }
  return { merged, conflicts: findConflicts(before, newest, mine) };
}

/** A deep copy. `structuredClone` is missing in the oldest supported browsers (package.json). */
export function copyOf<Values>(values: Values): Values {
  return JSON.parse(JSON.stringify(values));
}

/** Every value by its path, `contact.phone`. A list counts as one value. */
function fieldsOf(values: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(fieldsOf(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  );
}

function setAt(target: object, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  const holder = target as Record<string, unknown>;
  if (rest.length === 0) holder[name] = value;
  else setAt(holder[name] as object, rest.join('.'), value);
}
