import { type FormEvent, useState } from 'react';
import { deepestPage, type Pagination } from '#domain/lists.ts';
import { PAGE_SIZES } from './list-filters.ts';
import { Select } from './Select.tsx';

interface Props {
  pagination: Pagination;
  /** Records on this page. */
  shown: number;
  /** What is listed: `orders`. */
  noun: string;
  onPage: (page: number) => void;
  onResize: (limit: number) => void;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

/** How much of the list is shown, the page size, and the buttons to other pages. */
export function Pager({ pagination: { page, limit, totalPages, totalItems }, shown, noun, onPage, onResize }: Props) {
  const last = Math.min(Math.max(totalPages, 1), deepestPage(limit));
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm text-muted">
      <p>
        Showing {shown} of {totalItems} {noun}
      </p>
      {totalItems > PAGE_SIZES[0] && (
        <Select
          label="Entries per page"
          value={String(limit)}
          options={SIZES}
          onChange={(size) => onResize(Number(size))}
          className="max-w-40 sm:mr-auto"
        />
      )}
      {last > 1 && <PageNumber last={last} onPage={onPage} />}
      <div className="flex items-center gap-3">
        <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)} className="btn btn-outline px-4">
          Previous
        </button>
        <p className="tabular-nums">
          Page {page} of {last}
          {totalPages > last && '. Filter the list to see the rest'}
        </p>
        <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)} className="btn btn-outline px-4">
          Next
        </button>
      </div>
    </nav>
  );
}

/** Goes to a page by its number on Enter. */
function PageNumber({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState('');

  function go(event: FormEvent) {
    event.preventDefault();
    const wanted = Math.trunc(Number(typed));
    if (wanted >= 1) onPage(Math.min(wanted, last));
    setTyped('');
  }

  return (
    <form onSubmit={go}>
      <label className="flex items-center gap-2">
        Go to page
        <input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          className="field w-16 px-2 text-center tabular-nums"
        />
      </label>
    </form>
  );
}
