import type { ReactNode } from 'react';
import { Icon } from '#components/ui/Icon.tsx';

interface Props {
  /** How the list is sorted by this column now; null when by another one. */
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
  children: ReactNode;
}

/** The heading of a column that the list can be sorted by. */
export function SortHeading({ direction, onSort, children }: Props) {
  return (
    <th scope="col" aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={onSort} className="sort-button">
        {children}
        <Icon
          name="chevron-down"
          className={`size-3.5 ${direction === 'asc' ? 'rotate-180' : ''} ${direction ? 'text-gold-deep' : 'opacity-30'}`}
        />
      </button>
    </th>
  );
}
