import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** The days that its figures are of, where the title does not say so. */
  period?: string | undefined;
  /** Shown beside the title. */
  action?: ReactNode;
  isEmpty: boolean;
  /** The text of an empty section. */
  empty?: string;
  /** A remark below the content. */
  note?: string | undefined;
  children: ReactNode;
}

/** A titled section of the dashboard or a report. */
export function Section({ title, period, action, isEmpty, empty = 'No data available', note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {period && <p className="text-sm text-muted">{period}</p>}
        </div>
        {action}
      </div>
      {isEmpty ? <p className="panel px-4 py-8 text-center text-muted">{empty}</p> : children}
      {note && !isEmpty && <p className="mt-2 text-sm text-muted">{note}</p>}
    </section>
  );
}
