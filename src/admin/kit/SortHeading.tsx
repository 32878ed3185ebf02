import ChevronDown from 'virtual:icons/chevron-down';
import type { ReactNode } from 'react';

interface Props {
  /** How the list is sorted by this column now; null when by another one. */
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
  align?: 'right' | undefined;
  children: ReactNode;
}

/** The heading of a column that the list can be sorted by. */
export function SortHeading({ direction, onSort, align, children }: Props) {
  return (
    <th
      scope="col"
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={align === 'right' ? 'text-right' : ''}
    >
      <button type="button" onClick={onSort} className="sort-button">
        {children}
        <ChevronDown
          aria-hidden
          className={`size-3.5 ${direction === 'asc' ? 'rotate-180' : ''} ${direction ? 'text-gold-deep' : 'opacity-30'}`}
        />
      </button>
    </th>
  );
}
