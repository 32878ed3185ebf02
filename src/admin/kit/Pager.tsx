import type { Pagination } from '#shared/schemas/common.ts';

interface Props {
  pagination: Pagination;
  /** Entries on this page. */
  shown: number;
  /** What is listed: `orders`. */
  noun: string;
  onPage: (page: number) => void;
}

/** How much of the list is shown, and the way to the rest. */
export function Pager({ pagination: { page, totalPages, totalItems }, shown, noun, onPage }: Props) {
  return (
    <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
      <p>
        Showing {shown} of {totalItems} {noun}
      </p>
      <div className="flex items-center gap-3">
        <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)} className="btn btn-outline px-4">
          Previous
        </button>
        <p className="tabular-nums">
          Page {page} of {Math.max(totalPages, 1)}
        </p>
        <button type="button" disabled={page >= totalPages} onClick={() => onPage(page + 1)} className="btn btn-outline px-4">
          Next
        </button>
      </div>
    </nav>
  );
}
