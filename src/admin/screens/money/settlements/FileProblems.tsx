import { formatCount } from '#admin/kit/formats.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { problemText, refuses, type SettlementProblem } from '#domain/settlements/problems.ts';

const SHOWN = 50;

/** What is wrong with a file, line by line; and what is only said of it. */
export function FileProblems({ problems }: { problems: SettlementProblem[] }) {
  const refusing = problems.filter(refuses);
  const notes = problems.filter((problem) => !refuses(problem));
  return (
    <>
      {refusing.length > 0 && (
        <section aria-label="What is wrong with the file" className="mb-5">
          <p role="alert" className="mb-2 font-medium text-danger">
            {refusing.length === 1 ? 'One thing in this file is' : `${formatCount(refusing.length)} things in this file are`}{' '}
            wrong. It cannot be booked like this.
          </p>
          <Problems problems={refusing} />
        </section>
      )}
      {notes.length > 0 && (
        <details className="mb-5 text-sm">
          <summary className="min-h-11 cursor-pointer py-2.5">
            {notes.length === 1 ? 'One delivered parcel costs' : `${formatCount(notes.length)} delivered parcels cost`} more than{' '}
            {notes.length === 1 ? 'it' : 'they'} brought
          </summary>
          <Problems problems={notes} />
        </details>
      )}
    </>
  );
}

function Problems({ problems }: { problems: SettlementProblem[] }) {
  const shown = withUniqueKeys(problems.slice(0, SHOWN).map(problemText), (text) => text);
  return (
    <ul className="panel divide-y divide-line text-sm">
      {shown.map(({ key, item }) => (
        <li key={key} className="px-4 py-2 break-words">
          {item}
        </li>
      ))}
      {problems.length > SHOWN && <li className="px-4 py-2 text-muted">and {formatCount(problems.length - SHOWN)} more</li>}
    </ul>
  );
}
