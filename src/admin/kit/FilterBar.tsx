import type { ReactNode } from 'react';

interface Props {
  /** What is filtered: `Orders`. */
  label: string;
  /** Offered while something is filtered. */
  onClear?: (() => void) | undefined;
  isNarrowed: boolean;
  children: ReactNode;
}

/** The filters of a list, side by side where there is room. */
export function FilterBar({ label, onClear, isNarrowed, children }: Props) {
  return (
    <search aria-label={label} className="panel filter-bar">
      {children}
      {onClear && (
        <button type="button" onClick={onClear} disabled={!isNarrowed} className="btn btn-outline px-4">
          Clear Filters
        </button>
      )}
    </search>
  );
}
