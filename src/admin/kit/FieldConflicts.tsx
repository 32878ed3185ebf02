import { useFormContext } from 'react-hook-form';
import { type FieldConflict, fieldLabel, isSame, valueText } from './field-conflicts.ts';

/** Fields of the form around that somebody else changed, too: their value beside the typed one, until one of them is chosen. */
export function FieldConflicts({ conflicts }: { conflicts: FieldConflict[] }) {
  const { watch, setValue } = useFormContext();
  const open = conflicts.filter(({ name, theirs }) => !isSame(watch(name), theirs));
  if (open.length === 0) return null;

  return (
    <section aria-label="Changed by both of you" className="mb-5 rounded-lg bg-notice px-4 py-3">
      <p className="text-sm">Somebody else changed these, too. What you typed is saved unless you take theirs.</p>
      <ul className="divide-y divide-line">
        {open.map(({ name, theirs }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 grow text-sm">
              <p className="font-medium">{fieldLabel(name)}</p>
              <p className="break-words">They saved: {valueText(theirs)}</p>
              <p className="break-words">You typed: {valueText(watch(name))}</p>
            </div>
            <button
              type="button"
              onClick={() => setValue(name, theirs, { shouldDirty: true, shouldValidate: true })}
              aria-label={`Take theirs: ${fieldLabel(name)}`}
              className="btn btn-outline px-4"
            >
              Take theirs
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
