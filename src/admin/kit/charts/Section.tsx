import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** What stands beside the title. */
  action?: ReactNode;
  isEmpty: boolean;
  /** What is said when there is nothing to show. */
  empty?: string;
  /** What a reader of it must know. */
  note?: string | undefined;
  children: ReactNode;
}

/** A part of a screen of figures, under its title. */
export function Section({ title, action, isEmpty, empty = 'No data available', note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {isEmpty ? <p className="panel grow px-4 py-14 text-center text-muted">{empty}</p> : children}
      {note && !isEmpty && <p className="mt-2 text-sm text-muted">{note}</p>}
    </section>
  );
}
