import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { ViewToggle } from './ViewToggle.tsx';

interface Props<Sort extends string> {
  /** What is searched: `categories`, `favorites`. */
  what: string;
  search: string;
  onSearch(search: string): void;
  sorts: Record<Sort, string>;
  sort: Sort;
  onSort(sort: Sort): void;
  view: 'grid' | 'list';
  onView(view: 'grid' | 'list'): void;
  /** The count as text. */
  children: ReactNode;
}

/** Search box, order, count, and grid or list. */
export function BrowseBar<Sort extends string>(props: Props<Sort>) {
  const { what, search, onSearch, sorts, sort, onSort, view, onView, children } = props;
  return (
    <>
      <search className="mb-4 grid gap-3 border-y border-line py-4 sm:grid-cols-[1fr_13rem]">
        <div className="relative">
          <Icon name="search" className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
          <input
            type="search"
            aria-label={`Search ${what}`}
            placeholder={`Search ${what}...`}
            maxLength={200}
            className="field pl-11"
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
        <select aria-label="Sort" className="field" value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
          {(Object.keys(sorts) as Sort[]).map((one) => (
            <option key={one} value={one}>
              {sorts[one]}
            </option>
          ))}
        </select>
      </search>
      <div className="mb-4 flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {children}
        </p>
        <ViewToggle view={view} onView={onView} />
      </div>
    </>
  );
}
