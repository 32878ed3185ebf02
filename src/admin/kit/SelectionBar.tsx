import X from 'virtual:icons/x';
import type { ReactNode } from 'react';
import { formatCount } from './formats.ts';
import type { Selection } from './use-selection.ts';

interface Props<Item> {
  selection: Selection<Item>;
  /** Records on the current page. */
  shown: number;
  /** What is listed: `orders`. */
  noun: string;
  /** Buttons that act on the selected records. */
  children: ReactNode;
}

/** How many records are selected, a button to select all that match, and what can be done with them. Stays in view below the list. */
export function SelectionBar<Item>({ selection, shown, noun, children }: Props<Item>) {
  const { count, total, selectAll, isSelectingAll, moved, clear } = selection;
  return (
    <section aria-label={`Selected ${noun}`} className="selection-bar" hidden={count === 0}>
      <p role="status" className="text-sm font-medium whitespace-nowrap">
        {count > 0 && `${formatCount(count)} selected`}
      </p>
      {moved ? (
        <button type="button" onClick={selection.selectMoved} className="quiet-link">
          {formatCount(moved.now)} match now, you saw {formatCount(moved.seen)}: select {formatCount(moved.now)}
        </button>
      ) : (
        count >= shown &&
        total > count && (
          <button type="button" disabled={isSelectingAll} onClick={() => void selectAll()} className="quiet-link">
            {isSelectingAll ? 'Selecting…' : `Select all ${formatCount(total)} that match`}
          </button>
        )
      )}
      {/* Nothing is done to those of before while all are being selected. */}
      <fieldset
        disabled={isSelectingAll}
        className="flex min-w-0 grow items-center gap-2 max-sm:order-last max-sm:w-full max-sm:overflow-x-auto sm:flex-wrap sm:justify-end"
      >
        {children}
      </fieldset>
      <button type="button" onClick={clear} aria-label="Clear selection" className="btn-icon max-sm:ml-auto">
        <X className="size-5" />
      </button>
    </section>
  );
}
